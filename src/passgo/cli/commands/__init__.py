"""The commands of `passgo`, one module each."""
