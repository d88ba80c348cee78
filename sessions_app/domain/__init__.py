"""Frozen types and pure functions: no input, no output, no framework."""
