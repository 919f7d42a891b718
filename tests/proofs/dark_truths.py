"""What is true of small positions of dark chess, by the law alone."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from kikashi.games.banqi.board import BLACK, DOWN, RED
from kikashi.games.banqi.position import PLAYERS, BanqiPosition, banqi_of
from kikashi.law import CHANCE, GameError, Move, Position
from tests.proofs.room_liars import Matter, Node, at

assert (RED, BLACK) == (0, 1)


class Dark(Matter):
    """Dark chess: a win or no win within so many turns, whatever is flipped."""

    kinds = "trco"

    @property
    def bound(self) -> int:
        return int(self.claim["turns"])

    @property
    def easier(self) -> int:  # type: ignore[override]
        return -1 if self.one_is_enough else int(self.claim["turns"] < 3)

    @property
    def one_is_enough(self) -> bool:  # type: ignore[override]
        return bool(self.claim["kind"] == "no-win")

    def hero(self, position: Position) -> bool:
        return position.to_move == PLAYERS.index(self.claim["side"])

    def shows(self, position: Position) -> bool:
        return self.hero(position) != self.one_is_enough

    def fall(self, position: Position, move: Move, bound: int) -> int:
        del move
        return bound - self.hero(position)

    def seen(self, position: Position) -> Position:
        """A refutation may go on where the law has ended the game."""
        law, result = banqi_of(position), position.result()
        over = result is not None and result.reason in ("long-chase", "repetition", "no-progress")
        return _bare(law) if self.forgets or (self.one_is_enough and over) else position

    def succeeds(self, position: Position, bound: int) -> bool:
        return self._wins(position, bound) != self.one_is_enough

    def _wins(self, position: Position, bound: int) -> bool:
        result = position.result()
        if result is not None:
            return result.payoffs[PLAYERS.index(self.claim["side"])] > 0
        if bound < 1 and self.hero(position):
            return False
        found = (
            self.true(position.play(move), self.fall(position, move, bound)) != self.one_is_enough
            for move in position.legal_moves()
        )
        return any(found) if self.hero(position) else all(found)

    def leaf(self, position: Position, bound: int) -> Node | None:
        last = self.one_is_enough and bound == 1 and self.hero(position)
        return ["r", 1, []] if last and position.result() is None else None


class Hold(Dark):
    """A side does not lose: the other cannot force it into a loss, whatever is flipped."""

    circles = True
    easier = 0
    one_is_enough = False

    def __init__(self, start: Position, claim: dict[str, Any]) -> None:
        super().__init__(start, claim)
        self._lost: set[object] = set()

    @property
    def bound(self) -> int:
        return 1

    def seen(self, position: Position) -> Position:
        return _bare(banqi_of(position))

    def fall(self, position: Position, move: Move, bound: int) -> int:
        del position, move
        return bound

    def succeeds(self, position: Position, bound: int) -> bool:
        """By what the other side can force, chance on its side, with draws left out."""
        del bound
        if not self._lost:
            self._find_lost()
        return self.seen(position).history_key() not in self._lost

    def _find_lost(self) -> None:
        player = PLAYERS.index(self.claim["side"])
        places: dict[object, list[object]] = {}
        kinds: dict[object, int] = {}
        lost = self._lost
        lost.add(None)
        waiting = [self.seen(self.start)]
        while waiting:
            one = waiting.pop()
            key = one.history_key()
            if key in places:
                continue
            places[key], kinds[key] = [], one.to_move
            result = one.result()
            if result is not None:
                if result.payoffs[player] < 0:
                    lost.add(key)
                continue
            for move in one.legal_moves():
                after = self.seen(one.play(move))
                places[key].append(after.history_key())
                waiting.append(after)
        while True:
            more = {
                key
                for key, below in places.items()
                if below
                and key not in lost
                and (all if kinds[key] == player else any)(b in lost for b in below)
            }
            if not more:
                return
            lost |= more


def _bare(law: BanqiPosition) -> BanqiPosition:
    return replace(law, setup=law.setup._replace(quiet=0), past=(), steps=())


def dark(dice: random.Random) -> Iterator[Matter]:
    size, cells = dice.choice([("2x2", 4), ("1x4", 4), ("2x3", 6), ("1x5", 5), ("3x2", 6)])
    bag = "".join(dice.choices("KGMRNCP", k=cells // 2) + dice.choices("kgmrncp", k=cells // 2))
    bag += dice.choice("CPcp") if len(bag) < cells else ""
    options = {
        "size": size,
        "bag": bag,
        "repetition": dice.choice(["2", "3", "3", "cycle"]),
        "plies": dice.choice(["2", "4", "7", "60", "off"]),
        "chase": dice.choice(["draws", "draws", "loses"]),
    }
    try:
        start = at("banqi", "start", **options)
        for _ in range(dice.randint(2, 14)):
            if start.result() is None:
                start = start.play(dice.choice(start.legal_moves()))
        if start.to_move == CHANCE:
            start = start.play(dice.choice(start.legal_moves()))
    except GameError:
        return
    law = banqi_of(start)
    if start.result() is not None or law.colour is None:
        return
    for player, side in enumerate(PLAYERS):
        hidden = law.board.count(DOWN)
        for turns in (1, 2, 3) if hidden < 2 else (1, 2):
            yield Dark(start, {"kind": "win", "side": side, "turns": turns})
            if player == start.to_move:
                yield Dark(start, {"kind": "no-win", "side": side, "turns": turns})
        if hidden < 3:
            yield Hold(start, {"kind": "hold", "side": side})
