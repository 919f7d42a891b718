"""Every table of the studio, imported so that `Base.metadata` is whole."""

from kikashi.studio.store import games, people

__all__ = ["games", "people"]
