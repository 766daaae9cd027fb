"""Published policies, implemented as described, to compare our bots with."""
