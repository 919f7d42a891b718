"""gnugo's suites about reading, asked over GTP: code and move must match.

python bench/bench_go_reading.py [suites ...] [--misses]; the suites are `strings` (attack and
defend of gnugo's reading and capture), `links` (connect and disconnect of connect and connection),
`life` (owl_attack and owl_defend of owl, owl1, ld_owl and vie) and
`pachi` (the rows about ladders).

With `--certify` every answer that is not the suite's is asked for a certificate: of a move that
works, that it does against any number of threats; of none, that the other side's claim holds; of a
ko, both its limits. What the checker replays is listed and counted apart.
"""

from __future__ import annotations

import argparse
import io
import itertools
import json
import re
import time
from collections.abc import Iterator

import machine

from kikashi.games.go import ROOM
from kikashi.games.go.board import STONES, string_at
from kikashi.games.go.certify import certify
from kikashi.games.go.claims import LocalClaim
from kikashi.games.go.closed_reading import read_closed
from kikashi.games.go.local import SAFE_LIBERTIES, Reading, read, target_cell
from kikashi.games.go.points import given_move, with_stones
from kikashi.games.go.position import COLOURS, PASS, GoPosition, go_of
from kikashi.games.go.protocols import GoGtpEngine
from kikashi.games.go.proving import claims_of
from kikashi.games.go.twin import native_record
from kikashi.protocols.levels_door import make_player

NODES_TO_COUNT = 400_000
"""Of each search about the threats of a ko that is to be certified: time does not matter there."""
SUITES = {
    "strings": (("reading", "capture"), ("attack", "defend")),
    "links": (("connect", "connection"), ("connect", "disconnect")),
    "life": (("owl", "owl1", "ld_owl", "vie"), ("owl_attack", "owl_defend")),
}


class Talk:
    """A conversation with our engine."""

    def __init__(self) -> None:
        self.out = io.StringIO()
        start = ROOM.start({"size": "19"})
        self.engine = GoGtpEngine(start, lambda here: make_player(here, "1", 1), self.out, name="b")

    def say(self, line: str) -> str:
        self.out.seek(0)
        self.out.truncate()
        self.engine.answer(line)
        return self.out.getvalue().strip()


def rows(name: str) -> Iterator[dict[str, str]]:
    suites, words = SUITES[name]
    folder = machine.needed("go/gnugo-regression")
    for row in map(json.loads, (folder / "tests.jsonl").open(encoding="utf-8")):
        if row["suite"] in suites and row["cmd"] in words:
            yield {**row, "file": str(folder / row["sgf"])}


def fits(expected: str, answer: str) -> bool:
    wanted = expected.removeprefix("!")
    if "|" in wanted and "(" not in wanted:  # `1 T15|O13`: the code stands before each of them
        code, _, points = wanted.partition(" ")
        wanted = f"{code} ({points})"
    return bool(re.fullmatch(wanted, answer)) != expected.startswith("!")


def certified(talk: Talk, row: dict[str, str], answer: str, seconds: float) -> str:
    """The nodes of the certificates of our answer, replayed; empty where one is not found."""
    law = talk.engine.here
    cell = target_cell(law, talk.engine.board.from_vertex(row["args"].split()[0]))
    life, owner = row["cmd"].startswith("owl"), STONES.index(law.board[cell])
    mover = 1 - owner if row["cmd"].endswith("attack") else owner
    here = go_of(given_move(law, mover, 1))
    free = string_at(law.board, law.on, cell).liberties
    enough = 0 if life else max(SAFE_LIBERTIES, len(free) + 1)

    def claim(player: int) -> LocalClaim:
        kind = "capture" if player != owner else "live" if life else "save"
        liberties = enough if player == owner else 0
        return LocalClaim(kind, COLOURS[player], law.on.names[cell], 0, None, liberties)

    code, _, vertex = answer.partition(" ")
    asked: list[tuple[GoPosition, LocalClaim]] = []
    if code == "1":
        move = PASS if vertex == "PASS" else talk.engine.board.from_vertex(vertex)
        after = go_of(here.play(move))
        if after.board[cell] != law.board[cell]:
            return ""
        asked.append((after, claim(mover)))
    elif code == "0":
        asked.append((here, claim(1 - mover)))
    else:
        found = read_closed(here, cell) if life else counted(here, cell)
        if found is not None and str(found.code) == code:
            claims = claims_of(here, cell, found, liberties=enough)
            asked += [(here, one) for one in claims if one is not None]
    sizes = []
    for position, one in asked:
        made = certify(position, one, seconds, life=life)
        if made is None:
            return ""
        made.check()
        sizes.append(str(len(made.nodes)))
    return " and ".join(sizes)


def counted(here: GoPosition, cell: int) -> Reading | None:
    """A ko about a string with the threats that decide it; None where that is not settled."""
    attack = STONES[here.to_move] != here.board[cell]
    found = read(here, cell, attack=attack, nodes=NODES_TO_COUNT, count_threats=True)
    return None if found.verdict == "unknown" else found


def measure(name: str, show: bool, every: int, first: int, seconds: float) -> None:
    passed = kos = passed_kos = count = only_move = proved = 0
    spent = []
    talk = Talk()
    for row in itertools.islice(rows(name), first, None, every):
        load = f"loadsgf {row['file']} {row['until'] or ''}".strip()
        for line in (load, *row["setup"]):
            said = talk.say(line if line.split()[0] not in ("black", "white") else f"play {line}")
            if said.startswith("?"):
                print(f"{row['suite']}:{row['id']} {line}: {said}")
        begun = time.process_time()
        answer = talk.say(f"{row['cmd']} {row['args']}").removeprefix("= ")
        spent.append(time.process_time() - begun)
        right = fits(row["expect"], answer)
        count += 1
        passed += right
        if re.match(r"\(?[23]", row["expect"]):
            kos += 1
            passed_kos += right
        only_move += not right and answer[:1] == row["expect"][:1]
        if show and not right:
            where = f"{row['suite']}:{row['id']} {row['cmd']} {row['args']}"
            print(f"{where}: wanted {row['expect']}, not {answer} ({1000 * spent[-1]:.0f} ms)")
        if seconds and not right and (nodes := certified(talk, row, answer, seconds)):
            proved += 1
            where = f"{row['suite']}:{row['id']} {row['cmd']} {row['args']}"
            print(f"{where}: wanted {row['expect']}; {answer} is certified ({nodes} nodes)")
    spent.sort()

    def at(share: float) -> float:
        return 1000 * spent[min(len(spent) - 1, int(share * len(spent)))]

    print(
        f"{name}: {passed} of {count} (code right, move not: {only_move}); by ko {passed_kos} of "
        f"{kos}; processor time median {at(0.5):.1f} ms, 90% {at(0.9):.0f} ms, 99% "
        f"{at(0.99):.0f} ms, most {at(1):.0f} ms"
    )
    if seconds:
        print(f"answers certified against the suite: {proved}, not counted above")


def pachi() -> None:
    """Pachi's rows: is the string caught in a ladder, its own side moving first if in atari?"""
    right = count = 0
    size = 0
    rows: list[str] = []
    for line in (machine.needed("go/pachi-tests") / "ladder.t").read_text().splitlines():
        words = re.split(r"[#%]", line)[0].split()
        if words[:1] == ["boardsize"]:
            size, rows = int(words[1]), []
        elif words[:1] == ["ladder"]:
            start = go_of(ROOM.start({"size": str(size)}))
            text = "".join(reversed(["".join(c for c in row if c in ".XO") for row in rows]))
            cell = start.on.index[words[2]]
            law = go_of(with_stones(start, stones_of(text, start), STONES.index(text[cell]), 0))
            caught = native_record(law).ladder(cell, 5_000)
            count += 1
            right += caught == (words[3] == "1")
        elif words and words[0] not in ("ko", "ladder_any"):
            rows.append(line)
    print(f"pachi's ladders: {right} of {count} right")


def stones_of(text: str, start: GoPosition) -> list[list[str]]:
    names = start.on.names
    return [[names[at] for at, stone in enumerate(text) if stone == own] for own in STONES]


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("suites", nargs="*", choices=[*SUITES, "pachi", []], default=[])
    asked.add_argument("--misses", action="store_true", help="print the rows that do not match")
    asked.add_argument("--every", type=int, default=1, help="ask only every n-th row")
    asked.add_argument("--first", type=int, default=0, help="begin with this row, from 0")
    asked.add_argument(
        "--certify", type=float, default=0, metavar="SECONDS", help="of a processor, for each miss"
    )
    given = asked.parse_args()
    machine.describe()
    for name in given.suites or ("strings",):
        if name == "pachi":
            pachi()
        else:
            measure(name, given.misses, given.every, given.first, given.certify)


if __name__ == "__main__":
    main()
