"""Games of pieces in which a mate ends the game: what their rooms share; only rooms import it."""
