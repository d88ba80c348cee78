"""One agent each; an adapter reads, and does not decide, wait, log or write."""
