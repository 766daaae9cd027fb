"""How often tokens land on each space in the long run, and the rent that brings."""
