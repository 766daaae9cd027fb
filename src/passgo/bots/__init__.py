"""Bots, and the driver that plays games between them."""
