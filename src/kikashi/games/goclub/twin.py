"""The fast double of the law: the winning-set core."""

from kikashi.search.stones import twin

__all__ = ["twin"]
