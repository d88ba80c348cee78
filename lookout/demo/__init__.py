"""Made-up sessions that live through every status, in a home of their own."""
