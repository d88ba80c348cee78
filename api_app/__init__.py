"""The HTTP API under /api/, and its clients."""
