"""Problem collections of Go and Pachi's rows, asked as anybody would ask them.

python bench/bench_go_problems.py gokyo ggg [--seconds 1 10] [--every 10] [--misses]: how many are
settled within so many seconds (on a busy machine: `--nodes`, of each search), by outcome, and how
often the first move is the given one (`ggg` gives solutions). The collections do not say which
group is meant: the side whose stones stand nearer to the corner, and of it the largest string.
python bench/bench_go_problems.py pachi: the rows about two eyes, snapbacks, ataris and seki.
"""

from __future__ import annotations

import argparse
import re
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import machine

from kikashi.games.go import ROOM
from kikashi.games.go.board import EMPTY, STONES, string_at
from kikashi.games.go.local import read
from kikashi.games.go.points import with_stones
from kikashi.games.go.position import GoPosition, go_of
from kikashi.games.go.provers import solve
from kikashi.law import BadTextError
from kikashi.records.sgf_grammar import SgfNode, Tree, trees
from kikashi.search import Limits

LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Problem:
    """A board, whose stone is asked about, and the first moves that are given as right."""

    name: str
    law: GoPosition
    target: str
    right: frozenset[str]


def problem(name: str, root: SgfNode, right: frozenset[str] = frozenset()) -> Problem | None:
    start = go_of(ROOM.start({"size": "19"}))
    sides = [[cell(point) for point in root.properties.get(key, [])] for key in ("AB", "AW")]
    if not all(sides):
        return None
    names = [[start.on.names[at] for at in side] for side in sides]
    try:
        law = go_of(with_stones(start, names, 0, 0))
    except BadTextError:  # some diagrams of the scrape are spoilt
        return None

    def depth(at: int) -> int:
        row, column = divmod(at, 19)
        return min(row, 18 - row) + min(column, 18 - column)

    inner = min((0, 1), key=lambda side: sum(map(depth, sides[side])) / len(sides[side]))
    stone = max(sides[inner], key=lambda at: len(string_at(law.board, law.on, at).stones))
    return Problem(name, law, law.on.names[stone], right)


def cell(point: str) -> int:
    column, row = map(LETTERS.index, point)
    return (18 - row) * 19 + column


def gokyo() -> Iterator[Problem]:
    text = (machine.needed("go/classic") / "gokyoshumyo.sgf").read_text(encoding="latin-1")
    (book,) = (tree for tree in trees(text) if isinstance(tree, Tree))
    for number, root in enumerate(book.root.children, 1):
        if made := problem(f"gokyo {number}", root):
            yield made


def ggg() -> Iterator[Problem]:
    for file in sorted(machine.needed("go/ggg-weekly").glob("*/*.sgf")):
        for tree in trees(file.read_text(encoding="utf-8", errors="replace")):
            if not isinstance(tree, Tree):
                continue
            names = go_of(ROOM.start({"size": "19"})).on.names
            right = frozenset(
                names[cell(first.properties["B"][0])]
                for first in tree.root.children
                if first.properties.get("B", [""])[0] and marked(first)
            )
            if made := problem(file.stem, tree.root, right):
                yield made


def marked(node: SgfNode) -> bool:
    said = " ".join(node.properties.get("C", []))
    return bool(re.search(r"\bcorrect\b", said, re.IGNORECASE)) or any(map(marked, node.children))


def collection(name: str, problems: list[Problem], limits: Limits, show: bool) -> None:
    outcomes: Counter[str] = Counter()
    proved = equal = asked = 0
    spent = []
    for one in problems:
        begun = time.process_time()
        found = solve(one.law, "life", limits, target=one.target)
        spent.append(time.process_time() - begun)
        outcomes[found.verdict] += 1
        proved += found.certificate is not None
        if one.right and found.verdict in ("win", "ko"):
            asked += 1
            equal += found.facts["move"] in one.right
            if show and found.facts["move"] not in one.right:
                given = ", ".join(sorted(one.right))
                sure = " (proved)" if found.certificate is not None else ""
                print(f"  {one.name}: {found.verdict} {found.facts['move']}{sure}, given {given}")
    said = ", ".join(f"{outcomes[word]} {word}" for word in ("win", "ko", "no", "unknown"))
    within = f"{limits.seconds:g} s" if limits.seconds else f"{limits.nodes:,} nodes"
    print(f"{name}, {within}: {len(problems)} problems: {said}; certified {proved}", end="")
    print(f"; first move as given {equal} of {asked}" if asked else "", end="")
    spent.sort()
    median, most = spent[len(spent) // 2], spent[-1]
    print(f"; processor time median {median:.2f} s, most {most:.1f} s")


def pachi() -> None:
    """Rows of Pachi's own tests, by what they ask."""
    right: Counter[str] = Counter()
    count: Counter[str] = Counter()
    for file, words, law in pachi_rows(("two_eyes.t", "selfatari.t", "atari.t", "seki.t")):
        answer = None
        if words[0] == "two_eyes":
            here = law.on.index[words[1].lower()]
            alive = not read(law, here, attack=True, life=True).code
            answer = alive == (words[2] == "1")
        elif words[0] == "snapback":
            caught = throws_in(law, words[1], words[2].lower())
            answer = caught == (words[3] == "1")
        elif words[0] == "atari" and words[3] in ("atari:ladder", "atari:snapback"):
            answer = gives_atari(law, words[1], words[2].lower())
        elif file == "seki.t" and words[:2] == ["moggy", "status"] and words[3] == ":":
            point = law.on.index[words[2].lower()]
            strings = [at for at in law.on.neighbours[point] if law.board[at] != EMPTY]
            answer = all(not read(law, at, attack=True, life=True).code for at in strings)
        if answer is not None:
            kind = words[3] if words[0] == "atari" else "seki" if file == "seki.t" else words[0]
            count[kind] += 1
            right[kind] += answer
    for kind in sorted(count):
        print(f"pachi's {kind}: {right[kind]} of {count[kind]} right")


def pachi_rows(files: tuple[str, ...]) -> Iterator[tuple[str, list[str], GoPosition]]:
    for file in files:
        rows: list[str] = []
        size = 0
        text = (machine.needed("go/pachi-tests") / file).read_text(encoding="utf-8")
        for line in text.splitlines():
            words = re.split(r"[#%]", line)[0].split()
            if words[:1] == ["boardsize"]:
                size, rows = int(words[1]), []
            elif words and len(rows) < size:
                rows.append("".join(c for c in line if c in ".XO"))
            elif words and not words[0].startswith("!") and len(words) >= 3 and size:
                start = go_of(ROOM.start({"size": str(size)}))
                board = "".join(reversed(rows))
                stones = [
                    [start.on.names[at] for at, stone in enumerate(board) if stone == own]
                    for own in STONES
                ]
                yield file, words, go_of(with_stones(start, stones, 0, 0))


def throws_in(law: GoPosition, side: str, point: str) -> bool:
    """Whether a stone there takes a string beside it though it may be taken itself."""
    own = STONES["bw".index(side)]
    at = law.on.index[point]
    for beside in law.on.neighbours[at]:
        if law.board[beside] in (EMPTY, own):
            continue
        found = read(law, beside, attack=True, all_moves=True)
        if dict(found.moves).get(point) == 1 and _taken_at_once(law, own, at):
            return True
    return False


def _taken_at_once(law: GoPosition, own: str, at: int) -> bool:
    board = law.board[:at] + own + law.board[at + 1 :]
    return len(string_at(board, law.on, at).liberties) == 1


def gives_atari(law: GoPosition, side: str, point: str) -> bool:
    """Whether the move is one that takes a string beside it, or beside what it joins."""
    own = STONES["bw".index(side)]
    at = law.on.index[point]
    board = law.board[:at] + own + law.board[at + 1 :]
    beside = {near for stone in (at,) for near in law.on.neighbours[stone]}
    for near in sorted(beside):
        if law.board[near] in (EMPTY, own) or len(string_at(board, law.on, near).liberties) != 1:
            continue
        if dict(read(law, near, attack=True, all_moves=True).moves).get(point) == 1:
            return True
    return False


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("sets", nargs="+", choices=["gokyo", "ggg", "pachi"])
    asked.add_argument("--seconds", type=float, nargs="+", default=[])
    asked.add_argument("--nodes", type=int, nargs="+", default=[])
    asked.add_argument("--every", type=int, default=1, help="ask only every n-th problem")
    asked.add_argument("--misses", action="store_true", help="print other first moves than given")
    given = asked.parse_args()
    machine.describe()
    for name in given.sets:
        if name == "pachi":
            pachi()
            continue
        problems = list(gokyo() if name == "gokyo" else ggg())[:: given.every]
        bounds = [Limits(nodes=nodes) for nodes in given.nodes]
        for limits in [Limits(seconds=seconds) for seconds in given.seconds] + bounds:
            collection(name, problems, limits, given.misses)


if __name__ == "__main__":
    main()
