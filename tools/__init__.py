"""Tools for the repository itself: setup, tests, lock files and generated pages."""
