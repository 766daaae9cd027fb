"""Run the `passgo` command with `python -m passgo`."""

from passgo.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
