"""What works on the repository itself: set-up, tests, locks. Standard library only."""
