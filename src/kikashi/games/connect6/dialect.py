"""How its records are known and written."""

SGF_NUMBER = 511
"""What editors of Connect6 write; FF[4] has no number for it."""
SGF_DIALECT = "gm511"
DEFAULT_OF = ("letters", "csv")
