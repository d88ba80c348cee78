"""Our own files: what is kept on disk."""
