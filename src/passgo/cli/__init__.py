"""The `passgo` command line; see `main` for what each module in `commands` must provide."""
