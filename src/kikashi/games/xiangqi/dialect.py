"""How its records are known and written."""

SGF_NUMBER = None
SGF_DIALECT = "points"
DEFAULT_OF = ("pgn",)
