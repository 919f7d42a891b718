"""The family's judge and its strategies: as all that checks, on laws alone."""
