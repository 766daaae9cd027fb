"""The game in a terminal: `passgo play`."""
