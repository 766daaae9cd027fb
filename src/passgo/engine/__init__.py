"""The game engine: pure, typed and compiled, without I/O, clocks or hidden randomness."""
