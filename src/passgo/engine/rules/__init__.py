"""The rules of the game: one module per chapter, with the actions that belong to it."""
