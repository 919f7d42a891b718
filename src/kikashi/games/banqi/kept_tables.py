"""Where endgame tables of five and six pieces are kept."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import platformdirs


@lru_cache(maxsize=1)
def table_folder() -> str:
    """The user's cache; nothing where it cannot be written."""
    folder = Path(platformdirs.user_cache_dir("kikashi")) / "banqi"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return ""
    return str(folder)
