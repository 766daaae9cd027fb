"""The rules of the game: pure, typed, compiled; no I/O, no clock, no hidden randomness."""
