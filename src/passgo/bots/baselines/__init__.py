"""The published policies, each true to its description, for an honest table of strength."""
