"""The one error of the coin problem: a sentence that says what is wrong and what was expected."""

from __future__ import annotations


class CoinError(ValueError):
    """Raised where a question about coins has no answer, or is too large to be answered here."""
