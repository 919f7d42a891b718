"""Problem collections of Go and Pachi's rows, asked as anybody would ask them.

python bench/bench_go_problems.py gokyo ggg [--seconds 1 10 60] [--every 10] [--misses]: how many
are settled within so many seconds (or `--nodes`, of each search), by outcome, and how often the
first move is the given one (`ggg` gives solutions). Answers are kept in a file (`--into`), and a
stopped run goes on; what fewer seconds settled is not asked again with more, and counts there too.
`--minutes` begins no problem after that time; with `--processor` a second is one of the processor.
The collections do not say which group is meant: the side whose stones stand nearer to the corner,
and of it the largest string.
python bench/bench_go_problems.py pachi: the rows about two eyes, snapbacks, ataris and seki.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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

KEPT = machine.HOUSE / "bench/results/go-collections.jsonl"
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


Answer = dict[str, Any]


class Kept:
    """Answers in a file, by problem and limit; a stopped run goes on with them."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.answers: dict[tuple[str, str], Answer] = {}
        file.parent.mkdir(parents=True, exist_ok=True)
        for line in file.open(encoding="utf-8") if file.exists() else ():
            row = json.loads(line)
            self.answers[row["name"], row["within"]] = row

    def add(self, row: Answer) -> None:
        self.answers[row["name"], row["within"]] = row
        with self.file.open("a", encoding="utf-8") as writing:
            writing.write(json.dumps(row) + "\n")

    def settled(self, name: str, seconds: float) -> Answer | None:
        """The first settled answer within so many seconds."""
        found = [
            row
            for (asked, _), row in self.answers.items()
            if asked == name and row["verdict"] != "unknown" and 0 < row["seconds"] <= seconds
        ]
        return min(found, key=lambda row: float(row["seconds"])) if found else None


def collection(
    name: str, problems: list[Problem], limits: Limits, kept: Kept, until: float
) -> list[Answer]:
    """Asks what is not known until that time; all that is known then, also told in a line."""
    within = f"{limits.seconds:g} s" if limits.seconds else f"{limits.nodes:,} nodes"
    answers: list[Answer] = []
    for one in problems:
        known = kept.settled(one.name, limits.seconds or 0) or kept.answers.get((one.name, within))
        if known is None and time.time() < until:
            known = asked_once(one, limits, within)
            kept.add(known)
        if known is not None:
            answers.append(known)
    rights = {one.name: one.right for one in problems}
    told(f"{name}, {within}: {len(answers)} of {len(problems)} asked", answers, rights)
    return answers


def asked_once(one: Problem, limits: Limits, within: str) -> Answer:
    begun = time.process_time()
    found = solve(one.law, "life", limits, target=one.target)
    return {
        "name": one.name,
        "within": within,
        "seconds": limits.seconds or 0,
        "target": one.target,
        "verdict": found.verdict,
        "move": found.facts["move"],
        "certified": found.certificate is not None,
        "spent": round(time.process_time() - begun, 2),
    }


Rights = dict[str, frozenset[str]]


def worked(answers: list[Answer], rights: Rights) -> list[Answer]:
    """Those with a first move that can be held to a given one."""
    return [row for row in answers if row["verdict"] in ("win", "ko") and rights[row["name"]]]


def told(what: str, answers: list[Answer], rights: Rights) -> None:
    outcomes = Counter(str(row["verdict"]) for row in answers)
    proved = sum(bool(row["certified"]) for row in answers)
    with_move = worked(answers, rights)
    equal = sum(row["move"] in rights[row["name"]] for row in with_move)
    said = ", ".join(f"{outcomes[word]} {word}" for word in ("win", "ko", "no", "unknown"))
    print(f"{what}: {said}; certified {proved}", end="")
    print(f"; first move as given {equal} of {len(with_move)}" if with_move else "", end="")
    spent = sorted(float(row["spent"]) for row in answers) or [0.0]
    print(f"; processor time median {spent[len(spent) // 2]:.2f} s, most {spent[-1]:.1f} s")


def differing(answers: list[Answer], rights: Rights) -> None:
    """Lists the first moves that are not given ones."""
    for row in worked(answers, rights):
        if row["move"] not in rights[row["name"]]:
            found = f"{row['verdict']} {row['move']}" + " (proved)" * row["certified"]
            given = ", ".join(sorted(rights[row["name"]]))
            print(f"  {row['name']} {row['target']}: {found}, given {given}")


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
    asked.add_argument("--into", type=Path, default=KEPT, help="the file of answers")
    asked.add_argument("--minutes", type=float, default=1e9, help="begin no problem after these")
    asked.add_argument("--processor", action="store_true", help="seconds are of the processor")
    given = asked.parse_args()
    if given.processor:
        machine.on_processor_clock()
    machine.describe()
    kept, until = Kept(given.into), time.time() + 60 * given.minutes
    for name in given.sets:
        if name == "pachi":
            pachi()
            continue
        problems = list(gokyo() if name == "gokyo" else ggg())[:: given.every]
        bounds = [Limits(nodes=nodes) for nodes in given.nodes]
        for limits in [Limits(seconds=seconds) for seconds in sorted(given.seconds)] + bounds:
            answers = collection(name, problems, limits, kept, until)
            if given.misses:
                differing(answers, {one.name: one.right for one in problems})


if __name__ == "__main__":
    main()
