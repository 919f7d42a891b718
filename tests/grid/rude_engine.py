"""A GTP engine for tests that looks out of its cage, hangs or talks rubbish, as its word says."""

from __future__ import annotations

import os
import random
import socket
import sys
import time
from pathlib import Path

NAME = f"{random.choice('abcdefgh')}{random.randint(1, 19)}"
"""Drawn once: who answers twice with the same has not been started again."""


def look_out(port: str, secret: str) -> str:
    """a1: the cage holds; b2: the network is there; c3: a file of ours can be read."""
    try:
        socket.create_connection(("127.0.0.1", int(port)), timeout=1).close()
        return "b2"
    except OSError:
        pass
    try:
        Path(secret).read_text()
        return "c3"
    except OSError:
        return "a1"


def main() -> None:
    what, *rest = sys.argv[1:]
    for line in sys.stdin:
        answer = ""
        if line.startswith("genmove"):
            if what == "hang":
                time.sleep(600)
            if what == "die":
                os._exit(3)
            if what == "eat":
                rest = ["x" * (1 << 30)]
            answer = {"rubbish": "as you like it", "look": ""}.get(what, NAME)
            if what == "look":
                answer = look_out(*rest)
        sys.stdout.write(f"= {answer}\n\n")
        sys.stdout.flush()


main()
