"""The chapters of the rulebook, one module each, with the actions that belong to them."""
