"""Kikashi: a laboratory for games decided by forcing moves."""

__version__ = "0.1.0"
