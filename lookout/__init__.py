"""Agent Lookout: where the parts are put together."""
