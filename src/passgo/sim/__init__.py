"""Many games at once: simulations, what they give, and what to read from it."""
