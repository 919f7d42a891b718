"""A toy room for four with hidden hands and claims of several players at once."""

from kikashi.games.toyclaims.rules import ToyClaims

ROOM = ToyClaims()

__all__ = ["ROOM"]
