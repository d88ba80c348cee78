"""The only writer of the snapshot: when to read, and what became of it."""
