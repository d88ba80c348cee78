"""What this product keeps on disk: its own files, written so that no moment finds one torn."""
