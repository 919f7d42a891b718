"""A small engine that speaks GTP and UCI, to stand for a closed one: it plays along the first row.

Run as a program. It answers genmove with the column after as many stones as were played, so that a
test sees whether the whole game reached it.
"""

from __future__ import annotations

import sys

COLUMNS = "ABCDEFGHJKLMNOPQRST"


def main() -> None:
    played: list[str] = []
    size = 19
    for line in sys.stdin:
        words = line.split()
        if not words:
            continue
        word, rest = words[0], words[1:]
        if word == "genmove":
            print(f"= {COLUMNS[len(played)]}{size}\n", flush=True)
            played.append(rest[0])
        elif word in ("play", "clear_board", "boardsize", "komi", "name"):
            if word == "play":
                played.append(" ".join(rest))
            elif word == "boardsize":
                size = int(rest[0])
            if word in ("clear_board", "boardsize"):
                played = []
            print("= counting\n" if word == "name" else "=\n", flush=True)
        elif word == "uci":
            print("option name UCI_Variant type combo var xiangqi var chess", flush=True)
            print("uciok", flush=True)
        elif word == "isready":
            print("readyok", flush=True)
        elif word == "position":
            played = rest[rest.index("moves") + 1 :] if "moves" in rest else []
        elif word == "go":
            print(f"info depth 3 score cp {10 * len(played)}", flush=True)
            print(f"bestmove a{len(played)}b{len(played)}", flush=True)
        elif word == "quit":
            return


if __name__ == "__main__":
    main()
