"""Looks at the grid beside the studio, not more often than its figures change."""

from __future__ import annotations

import threading
import time
from pathlib import Path

from kikashi.grid import TaskError
from kikashi.grid.endpoint import grid_figures
from kikashi.grid.status import Figures

FRESH = 1.0
"""Seconds for which figures are told again; however many people look, the broker is asked once."""


class GridWatch:
    """The figures of one grid. The studio reads them as any neighbour could, and holds no key."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._asking = threading.Lock()
        self._read: float | None = None
        self._last: Figures | None = None

    @property
    def named(self) -> bool:
        """Whether the studio was told of a grid at all."""
        return self._folder is not None

    def figures(self) -> Figures | None:
        """The figures of this second; None if no broker answers."""
        if self._folder is None:
            return None
        # A broker that hangs holds up one visitor; the others are told what was known last.
        if self._asking.acquire(blocking=self._read is None):
            try:
                if self._read is None or time.monotonic() - self._read >= FRESH:
                    self._last = self._ask(self._folder)
                    self._read = time.monotonic()
            finally:
                self._asking.release()
        return self._last

    @staticmethod
    def _ask(folder: Path) -> Figures | None:
        try:
            return grid_figures(folder)
        except TaskError:  # its sentence names the folder, which is nobody else's business
            return None
