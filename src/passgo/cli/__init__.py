"""The command line; `main` documents what each module in `commands` provides."""
