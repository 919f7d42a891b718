"""How much a record may hold: record files are hostile input, so everything is bounded here."""

from __future__ import annotations

FILE_BYTES = 256 * 1024 * 1024
"""One file, after decompression."""

GZIP_STREAMS = 10_000
"""Compressed streams one after the other in one file."""

NODES = 200_000
"""Nodes in one game tree."""

NESTING = 5_000
"""Variations within variations; a game on the largest board has 729 stones."""

PROPERTIES = 256
"""Properties in one node."""

VALUES = 4_096
"""Values of one property."""

VALUE_CHARS = 1024 * 1024
"""Characters in one property value, and in one line of the line-based formats."""

RESCANS = 4
"""How often a damaged file may be read over again, in file lengths, while looking for a game."""
