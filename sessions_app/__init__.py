"""What is read about agent sessions, and how it is known."""
