"""The game engine: pure, typed and compiled, with no I/O, clocks or hidden randomness."""
