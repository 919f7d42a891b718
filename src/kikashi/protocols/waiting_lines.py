"""Lines of a program that wait to be read, bounded in number and in size.

While somebody reads, a full queue makes the program wait: its pipe fills. A queue that stays full
belongs to a program that prints without end, and is cut off.
"""

from __future__ import annotations

import threading
from collections import deque

MOST_LINES = 10_000
MOST_CHARACTERS = 8_000_000
PATIENCE = 5.0
"""Seconds that a full queue may stay full: whoever reads makes room at once, even if busy."""


class FloodError(Exception):
    """More lines came than anybody reads."""


class WaitingLines:
    """One thread puts lines in, another takes them out."""

    def __init__(self) -> None:
        self._lines: deque[str] = deque()
        self._characters = 0
        self._ended = False
        self._flooded = False
        self._changed = threading.Condition()

    @property
    def flooded(self) -> bool:
        return self._flooded

    def put(self, line: str) -> bool:
        """Waits for room; False where none comes: the program is not to be read any more."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._ended or self._has_room(), PATIENCE):
                self.cut_off()
            if self._ended:
                return False
            self._lines.append(line)
            self._characters += len(line)
            self._changed.notify_all()
            return True

    def _has_room(self) -> bool:
        return len(self._lines) < MOST_LINES and self._characters < MOST_CHARACTERS

    def end(self) -> None:
        """Nothing more will come."""
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def cut_off(self) -> None:
        """Nothing more is taken, and what waits is not worth reading."""
        with self._changed:
            self._flooded = self._ended = True
            self._lines.clear()
            self._characters = 0
            self._changed.notify_all()

    def get(self, seconds: float) -> str | None:
        """The next line; None at the end. TimeoutError after so long, FloodError after a flood."""
        with self._changed:
            self._changed.wait_for(lambda: self._lines or self._ended, seconds)
            if self._flooded:
                raise FloodError
            if self._lines:
                line = self._lines.popleft()
                self._characters -= len(line)
                self._changed.notify_all()
                return line
            if self._ended:
                return None
            raise TimeoutError


__all__ = ["MOST_CHARACTERS", "MOST_LINES", "FloodError", "WaitingLines"]
