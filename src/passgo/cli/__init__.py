"""The command line: `main`, and one module per command. `main` says what such a module has."""
