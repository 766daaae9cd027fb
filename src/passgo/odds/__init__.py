"""The long-run frequency of landings on each space, and the resulting rent."""
