"""Bots: one small class each, and the driver that asks them."""
