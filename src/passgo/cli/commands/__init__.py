"""The `passgo` commands, one module each."""
