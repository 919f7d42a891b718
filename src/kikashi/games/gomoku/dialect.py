"""How its records are known and written."""

SGF_NUMBER = 4
SGF_DIALECT = "points"
DEFAULT_OF = ("psq",)
