"""Job-level search for winning-set games: does one side win, whatever the other does?

OR nodes: the attacker to move. AND nodes: the defender. A job at an AND node answers the replies it
can; the others become children: (parts of) replies with the attacker to move, the rest of the turn
passed. A part that is proved has a zone, and only replies inside the zone need more. Since a
passed stone may turn up anywhere outside the zones, a node is a position together with the number
of stones that were passed on the way: a proof must hold with those about.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from kikashi.grid.contract import Task
from kikashi.grid.joblevel.contract import (
    Child,
    Expansion,
    Key,
    Kind,
    Status,
    Value,
    WinProblem,
)
from kikashi.law import GameError, Position
from kikashi.law.winning_sets import COLOURS, StonePosition
from kikashi.proofs import Proof, RefusedError
from kikashi.search import Certificate
from kikashi.stones.forcing import methods
from kikashi.stones.joblevel.compose import Composer
from kikashi.stones.joblevel.cover import ReplyCover, with_part, zone_of
from kikashi.stones.joblevel.tasks import ATTACK, DEFEND

NODES = 20_000
"""For each search of a job. Small: a job does many of them, and the tree makes up for it."""
LOOKS = 60
"""Turns that a job at an OR node looks at, and how many of those that threaten it names."""
WIDTH = 16
OPENING, OPENING_QUIET = 5, 3
"""With so few stones about the first job also searches with so many quiet turns."""
QUIET = 40
"""The proof number of a turn after which a pass was not seen to lose: others come first."""


class _Answer(NamedTuple):
    """How to add the proof of an answer to a certificate, and the zone it needs."""

    add: Callable[[Composer], int]
    zone: int


class StoneProblem(WinProblem):
    """Does `side` win from here?"""

    def __init__(
        self,
        position: Position,
        side: int | None = None,
        *,
        nodes: int = NODES,
        looks: int = LOOKS,
        width: int = WIDTH,
    ) -> None:
        if not isinstance(position, StonePosition):
            game = position.game
            raise GameError(f"only games of winning sets can be proved so, and {game} is none")
        if not methods(position):
            raise GameError(f"{position.room} with {position.players} players has no prover")
        if position.is_over:
            raise GameError("the game is over; there is nothing left to prove")
        if not position.occupied:
            raise GameError("an empty board has no forcing moves; place the first stone")
        for name, number in (("nodes", nodes), ("looks", looks), ("width", width)):
            if number < 1:
                raise GameError(f"a job needs at least one of its {name}, not {number}")
        self.start: StonePosition = position
        self.attacker = position.mover if side is None else side
        self._limits = {"nodes": nodes, "looks": looks, "width": width}
        self._values: dict[Key, Value] = {}
        self._at: dict[Key, tuple[StonePosition, int]] = {}
        self._covered: dict[Key, tuple[Key, ...]] = {}
        """AND nodes that are proved, with the children that the proof needs."""
        self._zones: dict[Key, int] = {}
        self._given: dict[Key, dict[int, _Answer]] = {}
        """What jobs at AND nodes answered, as far as it holds."""
        self._tried: set[Key] = set()
        """Nodes at which the forcing searches of another job have failed already."""
        self._root = self._key(position, 0)

    @property
    def name(self) -> Mapping[str, str]:
        return {
            "game": self.start.room,
            **{f"option {key}": value for key, value in self.start.options.items()},
            "position": self.start.to_text(),
            "side": self.side,
            **{name: str(limit) for name, limit in self._limits.items()},
        }

    @property
    def side(self) -> str:
        """The colour that is to win."""
        return COLOURS[self.attacker]

    @property
    def _is_opening(self) -> bool:
        start = self.start
        few = start.occupied.bit_count() <= OPENING
        return few and start.rules.stones > 1 and start.mover == self.attacker

    @property
    def root(self) -> Key:
        return self._root

    def kind(self, key: Key) -> Kind:
        return Kind.OR if self._at[key][0].mover == self.attacker else Kind.AND

    def task(self, key: Key) -> Task:
        position, free = self._at[key]
        payload: dict[str, object] = {
            "game": position.room,
            "options": dict(position.options),
            "position": position.to_text(),
            "free": free,
            "tried": key in self._tried,
            **self._limits,
        }
        if key == self._root and self._is_opening:
            payload["quiet"] = OPENING_QUIET
        return Task(ATTACK if self.kind(key) is Kind.OR else DEFEND, payload)

    def expand(self, key: Key, value: Value) -> Expansion:
        self._values[key] = value
        position, free = self._at[key]
        if value["verdict"] == "win":
            return Expansion(Status.PROVED if self._holds(key) else Status.DISPROVED)
        if value["verdict"] == "loss":
            return Expansion(Status.DISPROVED)
        if self.kind(key) is Kind.OR:
            turns = ((self._after(position, turn), size) for turn, size in value["turns"])
            children = (Child(self._key(after, free), pn=_guess(size)) for after, size in turns)
            return Expansion(Status.OPEN, tuple(children))
        replies = [self._reply(key, _board(position, names)) for names in value["replies"]]
        self._tried.update(replies)
        # As long as not even a pass is answered, nobody knows how many replies matter.
        hidden = QUIET if [] in value["replies"] else 0
        return Expansion(Status.OPEN, tuple(map(Child, replies)), hidden)

    def grow(self, key: Key, proved: Sequence[Key]) -> Sequence[Child]:
        cover = ReplyCover(self._at[key][0])
        for part, answer in self._answers(key, proved).items():
            cover.answered(part, answer.zone)
        wanted = cover.wanted()
        if not wanted:
            self._covered[key] = tuple(proved)
        return [Child(self._reply(key, part)) for part in wanted]

    # --- nodes ---------------------------------------------------------------------------------

    def _key(self, position: StonePosition, free: int) -> Key:
        key = f"{free} {position.to_text()}"
        self._at.setdefault(key, (position, free))
        return key

    def _reply(self, key: Key, part: int) -> Key:
        """The node after a part of the defender's turn at `key`; the rest is passed."""
        position, free = self._at[key]
        spare = position.moves_left - part.bit_count()
        return self._key(with_part(position, part), free + spare)

    def _after(self, position: StonePosition, turn: Sequence[str]) -> StonePosition:
        for move in turn:
            position = position.play(move)
        return position

    # --- proofs --------------------------------------------------------------------------------

    def certificate(self) -> Certificate:
        """The proof of the root as one certificate; nobody has checked it as a whole yet.

        GameError where the search has not proved the root.
        """
        composer = Composer()
        root = self._compose(self._root, composer)
        claim = {"kind": "win", "side": COLOURS[self.attacker], "turns": composer.bound(root)}
        return Certificate(self.start, claim, composer.nodes, root)

    def _compose(self, key: Key, composer: Composer) -> int:
        """Adds the proof of a node; returns its number."""
        value = self._values.get(key)
        if value is not None and value["verdict"] == "win":
            return composer.include(Proof.read(value["certificate"], self._at[key][0]))
        position, free = self._at[key]
        if self.kind(key) is Kind.AND and key in self._covered:
            answers = self._answers(key, self._covered[key])
            numbers = {part: answer.add(composer) for part, answer in answers.items()}
            return composer.reply(numbers, position.moves_left)
        best: tuple[int, list[int], int] | None = None
        for turn, _ in value["turns"] if value is not None and "turns" in value else ():
            after = self._key(self._after(position, turn), free)
            if self._is_proved(after):
                number = self._compose(after, composer)
                if best is None or composer.bound(number) < best[0]:
                    cells = [position.rules.index[move] for move in turn]
                    best = (composer.bound(number), cells, number)
        if best is None:
            raise GameError("the search has not proved this position")
        return composer.turn(best[1], best[2])

    def _is_proved(self, key: Key) -> bool:
        won = self._values.get(key, {}).get("verdict") == "win"
        return key in self._covered or (won and self._holds(key))

    def _answers(self, key: Key, proved: Sequence[Key]) -> dict[int, _Answer]:
        """What is answered at an AND node, by the part of a reply it answers."""
        position = self._at[key][0]
        if key not in self._given:
            told = self._values[key]["answers"]
            found = ((_board(position, names), data) for names, data in told)
            self._given[key] = {p: a for p, d in found if (a := self._check(key, p, d))}
        answers = dict(self._given[key])
        for child in proved:
            there = self._at[child][0]
            part = there.boards[position.mover] & ~position.boards[position.mover]
            answers[part] = _Answer(partial(self._compose, child), self._zone(child))
        return answers

    def _check(self, key: Key, part: int, data: bytes) -> _Answer | None:
        """A job's answer to a part of a reply, if it holds with the stones that are about then."""
        position, free = self._at[key]
        there = with_part(position, part)
        try:
            proof = Proof.read(data, there)
            spare = free + position.moves_left - part.bit_count()
            zone = zone_of(there, proof.nodes, proof.root.node, spare)
        except RefusedError:
            return None  # not with these stones about, or not true: it is asked again
        return _Answer(lambda composer: composer.include(Proof.read(data, there)), zone)

    def _zone(self, key: Key) -> int:
        if key not in self._zones:
            composer = Composer()
            root = self._compose(key, composer)
            position, free = self._at[key]
            self._zones[key] = zone_of(position, composer.nodes, root, free, self.attacker)
        return self._zones[key]

    def _holds(self, key: Key) -> bool:
        """Whether a job's proof holds with the stones that were passed on the way here."""
        if not self._at[key][1]:
            return True  # the executor has checked it; and the whole is checked in the end
        try:
            self._zone(key)
        except RefusedError:
            return False
        return True


def _guess(size: int | None) -> int:
    """A proof number for a turn that leaves a zone of so many cells; None: it threatens nothing."""
    return QUIET if size is None else 1 + size // 8


def _board(position: StonePosition, names: Sequence[str]) -> int:
    return sum(1 << position.rules.index[name] for name in names)
