"""`python -m passgo` is the command `passgo`."""

from passgo.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
