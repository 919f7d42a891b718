"""Ways to misuse the native module; each is run in a process of its own, which must end well."""

from __future__ import annotations

import os
import random
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kikashi import _native

WORDS = "it is still at work on what it was asked before"
MINISHOGI = "KGSBRP.............prbsgk"
XIANGQI = (
    "RNBAKABNR..........C.....C.P.P.P.P.P..................p.p.p.p.p.c.....c..........rnbakabnr"
)
BANQI = "K..k....R..r....C..c....P..p...."
ROUNDS = 12


def refused(*asked: Callable[[], object]) -> None:
    """Each is answered with the sentence for those who ask from inside."""
    for ask in asked:
        with pytest.raises(ValueError, match=WORDS):
            ask()


def together(*work: Callable[[random.Random], object]) -> None:
    """All at once, some rounds each."""

    def rounds(number: int, one: Callable[[random.Random], object]) -> None:
        dice = random.Random(number)
        for _ in range(ROUNDS):
            one(dice)

    threads = [
        threading.Thread(target=rounds, args=(number, one)) for number, one in enumerate(work)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def minishogi_from_inside() -> None:
    player = _native.MinishogiPlayer(None, False, 1 << 20)
    position = _native.MinishogiPosition(MINISHOGI, [[0] * 5] * 2, 0)

    def think(progress: object = None, seconds: float = 5.0) -> object:
        return player.think(
            position,
            nodes=0,
            seconds=seconds,
            soft=0.0,
            seed=1,
            noise=0,
            most_depth=60,
            mates=False,
            progress=progress,
        )

    def progress(nodes: int, seconds: float) -> bool:
        refused(think, player.forget)
        return False

    think(progress)
    together(lambda _: think(lambda *_: True, 0.03), lambda _: player.forget())


def go_from_inside() -> None:
    player = _native.go_player(9, 1 << 20)

    def think(progress: object = None, simulations: int = 0) -> object:
        start: tuple[Any, ...] = ("." * 81, 0, -1, -1, 0, 0, [], "simple", False, True, 13, False)
        effort: tuple[Any, ...] = (simulations, 5.0, 0.0, 1, 1, False, {}, progress)
        return player.think(True, *start, *effort)

    def progress(nodes: int, seconds: float) -> bool:
        refused(think, player.forget, lambda: player.advance(3))
        return False

    think(progress)
    together(
        lambda _: think(None, 60),
        lambda dice: player.advance(dice.randrange(81)),
        lambda _: player.forget(),
    )


def deep_counts() -> None:
    positions: list[Any] = [
        _native.XiangqiPosition(XIANGQI, 0),
        _native.MinishogiPosition(MINISHOGI, [[0] * 5] * 2, 0),
        _native.BanqiPosition(4, 8, BANQI, "", 0, 0, 0, False, 0),
    ]
    for position in positions:
        with pytest.raises(ValueError, match="0 to 64"):
            position.perft(1_000_000, 0.5)


def all_memory() -> None:
    """The most bytes that the argument can say: the table grows from a small one."""
    _native.gomoku_bit_solve(0, 0, 0, 0, "loops", 0, False, False, 50, (1 << 64) - 1)


def tables_are_stopped() -> None:
    position = _native.BanqiPosition(
        4, 8, "K..k....R..r....C..c............", "", 0, 0, 0, False, 0
    )
    _native.banqi_win(
        position,
        attacker=0,
        most_turns=20,
        refute=True,
        proof_nodes=10,
        refutation_nodes=10,
        tables=True,
        table_states=1 << 62,
        nodes=0,
        seconds=0.0,
        progress=lambda *_: False,
    )
    assert not _native.banqi_table(position, 0, "")["known"]


def tables_of_others(folder: Path) -> None:
    """A table whose sum is that of its bytes alone, as any other one's of its size."""
    position = _native.BanqiPosition(
        4, 8, "KG......p.....kg................", "", 0, 0, 0, False, 0
    )
    size = 2 * 8 * 32**4
    (folder / "4x8-KG-kgp.bin").write_bytes(
        (size * pow(31, size, 1 << 64) % (1 << 64)).to_bytes(8, sys.byteorder) + bytes(size)
    )
    _native.banqi_think(
        position,
        nodes=0,
        seconds=2.0,
        soft=0.0,
        seed=1,
        noise=0,
        most_depth=1,
        folder=str(folder),
    )
    assert not _native.banqi_table(position, 0, "")["known"]


if __name__ == "__main__":
    way = globals()[sys.argv[1]]
    way(*map(Path, sys.argv[2:]))
    sys.stdout.flush()
    os._exit(0)
