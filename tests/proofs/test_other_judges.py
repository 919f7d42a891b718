"""A room whose positions are of another kind brings its own judge, and nothing registers it."""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType
from typing import cast

import pytest

from kikashi.law import Capabilities, Position, Room
from kikashi.law.parts import Judging
from kikashi.proofs import CertificateWriter, RefusedError, check_stated


def test_a_room_of_another_kind_brings_its_own_judge_or_is_refused() -> None:
    class Coin(Position):
        """Heads or tails, already decided; only what the checker asks for."""

        game = "coin"
        options: dict[str, str] = {}
        players = 1
        to_move = 0
        moves_left = 1

        def legal_moves(self) -> tuple[str, ...]:
            return ("heads",)

        def play(self, move: str) -> Coin:
            return self

        def result(self) -> None:
            return None

        def to_text(self) -> str:
            return "coin"

    class Says:
        fields = {"kind": "heads"}

        def sentence(self, language: str = "en") -> str:
            return "heads"

        loose_sentence = sentence

    class CoinJudge:
        def read_claim(self, raw: object) -> Says:
            return Says()

        def replay(self, nodes: Iterable[list[object]], roots: object, budget: object) -> None:
            if [node[2] for node in nodes] != ["heads"]:
                raise RefusedError("the coin shows tails", 0)

    class CoinRoom(Room):
        id = "coin"
        names = {"en": "Coin", "zh-Hant": "硬幣"}
        has_judge = True

        def capabilities(self, options: object) -> Capabilities:
            return Capabilities(players=1)

        def start(self, options: object = None) -> Position:
            return Coin()

        def from_text(self, text: str, options: object = None) -> Position:
            return Coin()

        def player_names(self, options: object) -> tuple[str, ...]:
            return ("you",)

        def judging(self) -> Judging | None:
            module = ModuleType("judge")
            module.judge = lambda _: CoinJudge()  # type: ignore[attr-defined]
            return cast("Judging", module) if self.has_judge else None

    room = CoinRoom()
    writer = CertificateWriter("coin", {}, "coin", {"kind": "heads"})
    writer.add(["m", 0, "heads"])
    assert check_stated(writer.to_bytes(), room_of=lambda _: room).sentence == "heads"
    writer.forget(0)
    writer.add(["m", 0, "tails"])
    with pytest.raises(RefusedError, match="node 0: the coin shows tails"):
        check_stated(writer.to_bytes(), room_of=lambda _: room)
    room.has_judge = False
    with pytest.raises(RefusedError, match="nobody here can judge"):
        check_stated(writer.to_bytes(), room_of=lambda _: room)
