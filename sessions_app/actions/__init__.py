"""What a person pressed, done: every check is made again at that moment."""
