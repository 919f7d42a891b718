"""What is true of small positions of the games with judges of their own, by the law alone.

Dark chess is in `dark_truths`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from kikashi.games.honeymoon.cards import DECK, SUITS, write_hand
from kikashi.games.honeymoon.table import PLAYERS, table_of
from kikashi.games.minishogi.rules import minishogi_of
from kikashi.games.xiangqi.board import in_check, legal_steps, moved
from kikashi.games.xiangqi.rules import XiangqiPosition, step_of, xiangqi_of
from kikashi.law import GameError, Move, Position
from tests.proofs.dark_truths import dark
from tests.proofs.room_liars import Matter, Node, at

MATED = ("checkmate", "stalemate")


class Tricks(Matter):
    """Honeymoon bridge: a side takes so many of the tricks that are left."""

    ends = False
    sure = True

    @property
    def bound(self) -> int:
        return int(self.claim["tricks"])

    def shows(self, position: Position) -> bool:
        return position.to_move == PLAYERS.index(self.claim["side"])

    def succeeds(self, position: Position, bound: int) -> bool:
        if not bound or position.result() is not None:
            return not bound
        answers = (
            self.true(position.play(move), self.fall(position, move, bound))
            for move in position.legal_moves()
        )
        return any(answers) if self.shows(position) else all(answers)

    def fall(self, position: Position, move: Move, bound: int) -> int:
        side = PLAYERS.index(self.claim["side"])
        before, after = (table_of(p).state.tricks[side] for p in (position, position.play(move)))
        return max(0, bound - (after - before))

    def word(self, position: Position, move: Move) -> str:
        hand = table_of(position).state.hands[position.to_move]
        suit = sorted((card for card in hand if card[0] == move[0]), key=DECK.index)
        return f"{move[0]}{suit.index(move) + 1}"

    def leaf(self, position: Position, bound: int) -> Node | None:
        return None if bound else ["c", 0]


def tricks(dice: random.Random) -> Iterator[Matter]:
    count = dice.randint(1, 4)
    cards = dice.sample([card for card in DECK if card[1] in "AKQJT"], 2 * count)
    hands = [write_hand(cards[:count]), write_hand(cards[count:])]
    trump = dice.choice([*SUITS, "none"])
    lead = dice.choice(PLAYERS)
    start = at("honeymoon", f"first={hands[0]} second={hands[1]} trump={trump} lead={lead}")
    for side in PLAYERS:
        for needed in range(1, count + 1):
            claim = {"kind": "tricks", "side": side, "tricks": needed, "left": count}
            yield Tricks(start, claim)


class Mate(Matter):
    """A mate within so many moves, or that there is none."""

    @property
    def bound(self) -> int:
        return int(self.claim["turns"])

    @property
    def easier(self) -> int:  # type: ignore[override]
        if not self.mates:
            return -1
        return int(self.claim.get("by") == "checks" and self.claim["turns"] == 1)

    def seen(self, position: Position) -> Position:
        if not self.forgets:
            return position
        if isinstance(position, XiangqiPosition):
            return replace(position, past=(), steps=())
        return replace(minishogi_of(position), past=(), steps=())

    @property
    def mates(self) -> bool:
        return bool(self.claim["kind"] == "mate")

    def attacks(self, position: Position) -> bool:
        return position.to_move == self.start.to_move

    def shows(self, position: Position) -> bool:
        return self.attacks(position) == self.mates

    def fall(self, position: Position, move: Move, bound: int) -> int:
        del move
        return bound - self.attacks(position)

    def succeeds(self, position: Position, bound: int) -> bool:
        return self._mate(position, bound) == self.mates

    def _mate(self, position: Position, bound: int) -> bool:
        result = position.result()
        if result is not None:
            return result.reason in MATED and not self.attacks(position)
        if bound < 1:
            return False
        moves = self.of_class(position) if self.attacks(position) else position.legal_moves()
        found = (
            self.true(position.play(move), self.fall(position, move, bound)) == self.mates
            for move in moves
        )
        return any(found) if self.attacks(position) else all(found)

    def of_class(self, position: Position) -> Sequence[Move]:
        moves = position.legal_moves()
        if self.claim.get("by") != "checks":
            return moves
        return [move for move in moves if getattr(position.play(move), "checked")]  # noqa: B009

    def counts(self, position: Position, bound: int) -> Sequence[Move]:
        if self.mates:
            return position.legal_moves()
        after = {move: position.play(move).result() for move in self.of_class(position)}
        del bound
        return [m for m, result in after.items() if result is None or result.reason in MATED]

    def turns(self, position: Position) -> Sequence[Move]:
        return self.of_class(position) if self.mates else position.legal_moves()

    def leaf(self, position: Position, bound: int) -> Node | None:
        last = not self.mates and bound == 1 and self.attacks(position)
        return ["r", 1, []] if last and position.result() is None else None


def mates(dice: random.Random, game: str) -> Iterator[Matter]:
    start = (_shogi if game == "minishogi" else _xiangqi)(dice)
    if start.result() is not None:
        return
    side = ("black", "white") if game == "minishogi" else ("red", "black")
    fields: dict[str, Any] = {"side": side[start.to_move]}
    ways: list[dict[str, Any]] = [{"by": "checks"}]
    if game == "minishogi":
        ways.append({"by": "any"})
    else:
        ways.append({"by": "quiet", "quiet": 100, "answers": "spend"})
    for way in ways:
        for turns in (1, 2) if way["by"] == "checks" or dice.random() < 0.1 else (1,):
            for kind in ("mate", "no-mate"):
                yield Mate(start, {"kind": kind, **fields, **way, "turns": turns})


def _walked(start: Position, dice: random.Random) -> Position:
    """A position with a past: to and fro, so that some of it has stood before."""
    for _ in range(dice.choice([0, 0, 1, 2, 3])):
        try:
            line = [start]
            for _ in range(2):
                moves = line[-1].legal_moves()
                checks = [m for m in moves if getattr(line[-1].play(m), "checked")]  # noqa: B009
                line.append(line[-1].play(dice.choice(checks or moves)))
            for before, after in list(pairwise(line)):
                back = [m for m in line[-1].legal_moves() if _undoes(before, after, m)]
                line.append(line[-1].play(back[0]))
            start = line[-1]
        except (IndexError, GameError):
            return start
    return start


def _undoes(before: Position, after: Position, move: Move) -> bool:
    played = next(m for m in before.legal_moves() if before.play(m).key() == after.key())
    return move == played[2:4] + played[:2]


def _shogi(dice: random.Random) -> Position:
    while True:
        cells = ["."] * 25
        places = dice.sample(range(25), 5)
        for place, piece in zip(places, ["K", "k", *dice.choices("RBGSPrbgsp", k=3)], strict=True):
            cells[place] = piece
        rows = "/".join(_row(cells[at : at + 5]) for at in range(0, 25, 5))
        hand = "".join(sorted(dice.sample("RBGSPp", dice.randint(0, 2)), key="RBGSPrbgsp".index))
        try:
            start = at("minishogi", f"{rows} {dice.choice('bw')} {hand or '-'} 1")
        except GameError:
            continue
        if start.result() is None:
            return _walked(start, dice)


def _row(cells: list[str]) -> str:
    row = "".join(cells)
    for gap in range(9, 0, -1):
        row = row.replace("." * gap, str(gap))
    return row


def _xiangqi(dice: random.Random) -> Position:
    while True:
        cells = ["."] * 90
        red = dice.choice([66, 67, 68, 75, 76, 77, 84, 85, 86])
        black = dice.choice([3, 4, 5, 12, 13, 14, 21, 22, 23])
        others = [c for c in range(90) if c not in (red, black)]
        cells[red], cells[black] = "K", "k"
        near = others[:45] if dice.random() < 0.7 else others
        for place, piece in zip(dice.sample(near, 3), dice.choices("RRNCPrncp", k=3), strict=True):
            if dice.random() < 0.8:
                cells[place] = piece
        rows = "/".join(_row(cells[at : at + 9]) for at in range(0, 90, 9))
        try:
            start = at("xiangqi", f"{rows} {dice.choice('wwb')} - - 0 1")
        except GameError:
            continue
        if start.result() is None:
            return _walked(start, dice)


class CheckedForEver(Mate):
    """Xiangqi's `win`: a mate, or the other side checks for ever; answers to checks cost nothing.

    The least number of turns, the greatest set of positions that check for ever, without a past.
    """

    circles = True
    mates = True

    def seen(self, position: Position) -> Position:
        return replace(xiangqi_of(position), past=(), steps=())

    def fall(self, position: Position, move: Move, bound: int) -> int:
        if not self.attacks(position):
            return bound
        board, side = xiangqi_of(position).board, position.to_move
        after = moved(board, *step_of(move))
        return bound - (not in_check(board, side) or in_check(after, 1 - side))

    def succeeds(self, position: Position, bound: int) -> bool:
        board = xiangqi_of(position).board
        if self.attacks(position):
            return bound >= 0 and self._wins(board, bound)
        side = self.start.to_move
        steps = list(legal_steps(board, 1 - side))
        return not steps or (bound >= 0 and all(self._wins(moved(board, *s), bound) for s in steps))

    def _wins(self, board: str, bound: int) -> bool:
        key = ("win", board, bound)
        if key not in self._known:
            side = self.start.to_move
            found: dict[str, list[list[str]]] = {}
            waiting, surely = [board], set()
            while waiting:
                one = waiting.pop()
                if one in found:
                    continue
                found[one] = []
                for step in legal_steps(one, side):
                    after = moved(one, *step)
                    replies = [moved(after, *s) for s in legal_steps(after, 1 - side)]
                    if in_check(one, side) and not in_check(after, 1 - side):
                        found[one].append(replies)
                        waiting += replies
                    elif bound and all(self._wins(reply, bound - 1) for reply in replies):
                        surely.add(one)
            good = set(found)
            while True:
                kept = {
                    one
                    for one in good
                    if one in surely or any(good.issuperset(r) for r in found[one])
                }
                if kept == good:
                    break
                good = kept
            for one in found:
                self._known["win", one, bound] = one in good
        return self._known[key]


def checked_for_ever(dice: random.Random) -> Iterator[Matter]:
    start = replace(xiangqi_of(_xiangqi(dice)), past=(), steps=())
    if start.result() is None:
        side = ("red", "black")[start.to_move]
        for turns in (1, 2) if dice.random() < 0.1 else (1,):
            yield CheckedForEver(start, {"kind": "win", "side": side, "turns": turns})


ROOMS = {
    "honeymoon": tricks,
    "minishogi": lambda dice: mates(dice, "minishogi"),
    "xiangqi": lambda dice: mates(dice, "xiangqi"),
    "xiangqi, checked for ever": checked_for_ever,
    "banqi": dark,
}
"""Matters about a random small position, by room."""
