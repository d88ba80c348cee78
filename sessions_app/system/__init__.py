"""The edges to the operating system: files, programs, processes."""
