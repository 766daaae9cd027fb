"""How often each space is landed on in the long run, and what that earns."""
