"""What is added to any session, whatever its agent."""
