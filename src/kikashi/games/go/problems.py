"""Reading problems: a stone, who is to move, and the one first move that works.

That it works and that nothing else does is certified. The shipped ones come from games that our own
players played and are made again by `python -m kikashi.games.go.problems`.
"""

from __future__ import annotations

import argparse
import multiprocessing
import time
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib import resources
from pathlib import Path
from random import Random

from kikashi.games import room
from kikashi.games.go.board import EMPTY, STONES, String, string_at, strings
from kikashi.games.go.certify import certify
from kikashi.games.go.claims import LocalClaim
from kikashi.games.go.closed import closed_region
from kikashi.games.go.closed_reading import ClosedReader, OpenError
from kikashi.games.go.engine import Search, word_of
from kikashi.games.go.line_themes import ReadingLine, tags_of
from kikashi.games.go.points import given_move
from kikashi.games.go.position import COLOURS, PASS, GoPosition, go_of
from kikashi.search import Certificate

SIZE = "9"
OPTIONS = {"size": SIZE, "rules": "japanese"}
SEED = 25
SIMULATIONS = 60
"""Of the players: strong enough to fight, weak enough to leave something to find."""
STRAY = 0.06
"""The share of moves that are any legal ones."""
OPENING, MOST_MOVES, EVERY = 12, 90, 3
"""Problems are looked for from this move on, up to that one, for both sides; about strings at each
third one only."""
NODES = 4_000
MOST_REGION = 12
LIBERTIES = 5
SECONDS = 20.0
"""For a certificate of a problem that is shipped."""
MAKING_SECONDS = 1.0
MOST_THREATS = 3
PER_KIND = 130
"""At most so many of each kind, and so many with the same tags."""
PER_TAGS = 40
MOST_GAMES = 2_000
FILE = "problems.txt"
STEPS = 8
EASIEST, PER_MOVE, PER_POINT = 800.0, 70.0, 20.0
"""The scale of ratings, by the moves of the line and the empty points of the region: chosen, not
fitted."""


@dataclass(frozen=True)
class Problem:
    """What is asked, and what is known about it."""

    text: str
    target: str
    kind: str
    """`capture`, `save`, `kill` or `live`."""
    answer: str
    step: int
    """Of the exam's ladder, 1 the easiest."""
    difficulty: int
    tags: tuple[str, ...]
    origin: str

    @cached_property
    def start(self) -> GoPosition:
        return go_of(room("go").from_text(self.text, OPTIONS))

    def line(self) -> str:
        tags = ",".join(self.tags)
        return "\t".join(
            (
                self.text,
                self.target,
                self.kind,
                self.answer,
                str(self.step),
                str(self.difficulty),
                tags,
                self.origin,
            )
        )


@cache
def shipped() -> tuple[Problem, ...]:
    """The problems that come with the room, the easiest first."""
    return read_problems(resources.files("kikashi.games.go").joinpath(FILE).read_text("utf-8"))


def read_problems(text: str) -> tuple[Problem, ...]:
    """Problems from lines."""
    found = []
    for line in text.splitlines():
        setup, target, kind, answer, step, difficulty, tags, origin = line.split("\t")
        found.append(
            Problem(
                setup,
                target,
                kind,
                answer,
                int(step),
                int(difficulty),
                tuple(tags.split(",")),
                origin,
            )
        )
    return tuple(found)


def reader_of(law: GoPosition, target: str, kind: str, nodes: int = NODES) -> ClosedReader | None:
    """Who answers about a problem; None where its region is not closed."""
    cell = law.on.index[target]
    if kind in ("capture", "save"):
        free = len(string_at(law.board, law.on, cell).liberties)
        return ClosedReader(law, cell, (), nodes, liberties=max(LIBERTIES, free + 1))
    region = closed_region(law.board, law.on, cell, MOST_REGION)
    return ClosedReader(law, cell, region, nodes) if region else None


def points_about(law: GoPosition, target: str, kind: str) -> tuple[int, ...]:
    """Where first moves can matter: of a group its region, of a string its liberties, those of the
    strings beside it that are short of them, and what is next to these."""
    cell = law.on.index[target]
    if kind in ("kill", "live"):
        region = closed_region(law.board, law.on, cell, MOST_REGION)
        return tuple(at for at in region if law.board[at] == EMPTY)
    string = string_at(law.board, law.on, cell)
    near = set(string.liberties)
    for at in string.stones:
        for beside in law.on.neighbours[at]:
            found = string_at(law.board, law.on, beside)
            if law.board[beside] not in (EMPTY, law.board[cell]) and len(found.liberties) <= 3:
                near |= found.liberties
    wider = {beside for at in near for beside in law.on.neighbours[at]} | near
    return tuple(sorted(at for at in wider if law.board[at] == EMPTY))


def claim_of(law: GoPosition, target: str, kind: str) -> LocalClaim:
    """What the solver claims."""
    side = COLOURS[law.to_move]
    if kind == "save":
        free = len(string_at(law.board, law.on, law.on.index[target]).liberties)
        return LocalClaim("save", side, target, 0, None, max(LIBERTIES, free + 1))
    return LocalClaim("live" if kind == "live" else "capture", side, target, 0, None)


def certificates(
    law: GoPosition, target: str, kind: str, answer: str, seconds: float = SECONDS
) -> tuple[Certificate, Certificate] | None:
    """That the answer works, and that nothing else does without a ko; None where one is missing."""
    life = kind in ("kill", "live")
    works = certify(law, claim_of(law, target, kind), seconds, life=life)
    if works is None or works.nodes[works.root][2] != answer:
        return None
    other = COLOURS[1 - law.to_move]
    free = len(string_at(law.board, law.on, law.on.index[target]).liberties)
    opposite = {"capture": "save", "save": "capture", "kill": "live", "live": "capture"}[kind]
    enough = max(LIBERTIES, free + 1) if opposite == "save" else 0
    for own, theirs in ((0, None), *((count, 0) for count in range(1, MOST_THREATS + 1))):
        claim = LocalClaim(opposite, other, target, own, theirs, enough, (answer,))
        nothing_else = certify(law, claim, seconds, life=life)
        if nothing_else is not None:
            return works, nothing_else
    return None


# --- making them ----------------------------------------------------------------------------------


def game(seed: int, number: int) -> tuple[str, ...]:
    """The moves of one game that our player plays with itself, now and then astray."""
    dice = Random(f"go/{seed}/{number}")
    law = go_of(room("go").start(OPTIONS))
    search = Search(law)
    moves: list[str] = []
    while law.result() is None and law.agreement is None and len(moves) < MOST_MOVES:
        stones = [move for move in law.legal_moves() if move != PASS]
        if len(moves) < 3 or (stones and dice.random() < STRAY):
            move = dice.choice(stones)
        else:
            search.go_to(law, keep=False)
            found = search.run(simulations=SIMULATIONS, stop_early=False, seed=dice.getrandbits(30))
            move = word_of(law, found["moves"][0]["cell"])
        moves.append(move)
        law = go_of(law.play(move))
    return tuple(moves)


def found_in(moves: tuple[str, ...], origin: str) -> Iterator[Problem]:
    """The problems of a game, each with its two certificates replayed."""
    law = go_of(room("go").start(OPTIONS))
    seen: set[tuple[str, str, frozenset[int]]] = set()
    for number, move in enumerate(moves, start=1):
        law = go_of(law.play(move))
        if number < OPENING or law.agreement is not None or move == PASS:
            continue
        if law.result() is not None:
            return
        for asked, string in _asked(law):
            kind = _kind(asked, string)
            if kind is None or (kind in ("capture", "save") and number % EVERY):
                continue
            found = _problem(asked, min(string.stones), kind, f"{origin}, move {number + 1}")
            key = (kind, "" if found is None else found.answer, string.stones)
            if found is None or key in seen:
                continue
            seen.add(key)
            proofs = certificates(
                found.start, found.target, found.kind, found.answer, MAKING_SECONDS
            )
            if proofs is not None:
                for proof in proofs:
                    proof.check()
                yield turned(found)


def _asked(law: GoPosition) -> Iterator[tuple[GoPosition, String]]:
    """Every string with either side to move."""
    for mover in (law.to_move, 1 - law.to_move):
        here = law if mover == law.to_move else go_of(given_move(law, mover, 1))
        for string in strings(law.board, law.on):
            yield here, string


def _kind(law: GoPosition, string: String) -> str | None:
    """What can be asked about a string: of a closed group its life, else whether it is taken."""
    cell, free = min(string.stones), len(string.liberties)
    own = STONES.index(law.board[cell]) == law.to_move
    if len(string.stones) >= 2 and closed_region(law.board, law.on, cell, MOST_REGION):
        return "live" if own else "kill"
    if 2 <= free <= 3 or (own and free == 1):
        return "save" if own else "capture"
    return None


def _problem(law: GoPosition, cell: int, kind: str, origin: str) -> Problem | None:
    """A problem about a string or its group, if one first move alone works; not yet proved."""
    target = law.on.names[cell]
    reader = reader_of(law, target, kind)
    if reader is None:
        return None
    try:
        here = reader.first(0, None)
        passed = reader.game.after(here, PASS)
        assert passed is not None
        if not reader.look(here)[0] or reader.look(passed)[0]:
            return None
        answer = ""
        for point in points_about(law, target, kind):
            after = reader.after(law.on.names[point])
            if after is None or not reader.look(after)[0]:
                continue
            if answer:
                return None
            answer = law.on.names[point]
        if not answer:
            return None
        line = reader.line(here)
        if len(line) < 2 and kind in ("capture", "save"):
            return None
        seki = kind == "live" and reader.seki()
    except OpenError:
        return None
    played = ReadingLine(law.on, law.board, law.to_move, cell, kind, line, seki)
    start = go_of(room("go").from_text(_setup(law), OPTIONS))
    empties = len(points_about(law, target, kind)) if kind in ("kill", "live") else 0
    difficulty = round(EASIEST + PER_MOVE * len(line) + PER_POINT * empties)
    return Problem(
        start.to_text(),
        target,
        kind,
        answer,
        1,
        difficulty,
        tuple(sorted(tags_of(played))),
        origin,
    )


def _setup(law: GoPosition) -> str:
    """The position alone, without the moves that led to it."""
    stones = {
        colour: law.on.words([at for at, stone in enumerate(law.board) if stone == STONES[player]])
        for player, colour in enumerate(COLOURS)
    }
    text = f"setup black={stones['black'] or '-'} white={stones['white'] or '-'}"
    text += f" move={COLOURS[law.to_move]}"
    banned = law.now.banned
    return text if banned is None else f"{text} ko={law.on.names[banned]}"


def _of_game(asked: tuple[int, int]) -> list[Problem]:
    seed, number = asked
    return list(found_in(game(seed, number), f"own game {number + 1} of seed {seed}"))


def turned(found: Problem) -> Problem:
    """The same in its normal form, as puzzles are kept: the smallest of its pictures."""
    start = found.start
    best = min(
        start.symmetries(),
        key=lambda symmetry: _picture(start.transform(symmetry)),
    )
    return replace(
        found,
        text=start.transform(best).to_text(),
        target=start.transform_move(best, found.target),
        answer=start.transform_move(best, found.answer),
    )


def _picture(law: GoPosition) -> tuple[Hashable, ...]:
    return tuple(law.picture() or (law.to_text(),))


def make(
    count: int, seed: int, seconds: float, jobs: int, kept: dict[str, Problem]
) -> Iterator[list[Problem]]:
    """Problems of as many games as it takes, the easiest first; no kind and no set of tags too
    often. Each game gives those of all games so far."""
    begun = time.monotonic()
    with multiprocessing.Pool(jobs) as pool:
        games = [(seed, number) for number in range(MOST_GAMES)]
        for number, problems in enumerate(pool.imap(_of_game, games), start=1):
            for found in problems:
                same_kind = sum(one.kind == found.kind for one in kept.values())
                same_tags = sum(one.tags == found.tags for one in kept.values())
                if same_kind < PER_KIND and same_tags < PER_TAGS:
                    kept.setdefault(found.text, found)
            print(f"game {number}: {len(kept)} problems", flush=True)
            yield stepped(list(kept.values()))
            if len(kept) >= count or time.monotonic() > begun + seconds:
                break


def stepped(found: list[Problem]) -> list[Problem]:
    """The easiest first, as many on each step of the ladder."""
    ranked = sorted(found, key=lambda one: (one.difficulty, one.text))
    return [replace(one, step=1 + n * STEPS // len(ranked)) for n, one in enumerate(ranked)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=320)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--seconds", type=float, default=3600.0, help="at most, by the clock")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--into", type=Path, default=Path(__file__).with_name(FILE))
    parser.add_argument("--add", action="store_true", help="to those that the file holds")
    asked = parser.parse_args()
    kept = (
        {one.text: one for one in read_problems(asked.into.read_text("utf-8"))} if asked.add else {}
    )
    for made in make(asked.count, asked.seed, asked.seconds, asked.jobs, kept):
        asked.into.write_text("".join(one.line() + "\n" for one in made), "utf-8")


if __name__ == "__main__":
    main()
