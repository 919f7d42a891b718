"""Every rule has two implementations; hypothesis plays them against each other.

A failure ends with a command that shows the position: paste it into a shell.
"""

from __future__ import annotations

from functools import cache
from itertools import islice

import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from kikashi.games import rooms
from kikashi.law import CHANCE, GameError, IllegalMoveError, Position, Room, Twin
from kikashi.law.winning_sets import COLOURS, StonePosition
from tests.contract.choices import option_choices
from tests.contract.playouts import command

pytestmark = pytest.mark.native

TWINS = [room for room in rooms() if room.has_part("twin")]
every_twin = pytest.mark.parametrize("room", TWINS, ids=[room.id for room in TWINS])
thorough = settings(suppress_health_check=list(HealthCheck))


@cache
def choices(game: Room) -> list[dict[str, str]]:
    return [game.normal_options(None), *islice(option_choices(game), 40)]


def compare(law: Position, twin: Twin) -> None:
    """Every answer that both give."""
    where = command(law)
    assert twin.to_text() == law.to_text(), where
    assert list(twin.legal_moves()) == list(law.legal_moves()), where
    assert twin.to_move() == law.to_move, where
    assert twin.moves_left() == law.moves_left, where
    assert twin.result() == law.result(), where
    if isinstance(law, StonePosition):
        for player in range(law.players):
            assert twin.threats(player) == law.threats(player), (  # type: ignore[attr-defined]
                f"threats of {COLOURS[player]}: {where}"
            )


@st.composite
def set_ups(draw: st.DrawFn, start: StonePosition) -> Position:
    """A board that no game need have led to: some cells of each side, any side to move."""
    sides = draw(
        st.lists(
            st.integers(0, 3 * start.players),
            min_size=len(start.rules.cells),
            max_size=len(start.rules.cells),
        )
    )
    boards = [
        sum(1 << cell for cell, side in enumerate(sides) if side == player)
        for player in range(start.players)
    ]
    won = [b for b in boards if any(mask & ~b == 0 for mask in start.rules.masks)]
    if won:  # keep the cells, take the wins away: a game that is over has nothing to compare
        boards = [0 if b in won else b for b in boards]
    names = start.rules.cells
    stones = " ".join(
        f"{colour}={','.join(names[c] for c in range(len(names)) if b >> c & 1) or '-'}"
        for colour, b in zip(COLOURS, boards, strict=False)
    )
    move = draw(st.sampled_from(COLOURS[: start.players]))
    left = draw(st.integers(1, max(start.rules.stones, start.rules.first)))
    from kikashi.games import room

    text = f"setup {stones} move={move} left={left}"
    return room(start.game).from_text(text, start.options)


@every_twin
@thorough
@given(data=st.data())
def test_random_games_are_the_same_to_law_and_twin(room: Room, data: st.DataObject) -> None:
    law: Position = room.start(data.draw(st.sampled_from(choices(room))))
    if isinstance(law, StonePosition) and len(law.rules.cells) <= 125 and data.draw(st.booleans()):
        law = data.draw(set_ups(law))
    note(command(law))
    twin = room.twin(law)
    compare(law, twin)
    path = [law]
    for _ in range(data.draw(st.integers(0, 40))):
        moves = path[-1].legal_moves()
        if not moves or path[-1].to_move == CHANCE:
            break
        move = moves[data.draw(st.integers(0, len(moves) - 1))]
        path.append(path[-1].play(move))
        twin.play(move)
        compare(path[-1], twin)
    assert twin.key() == room.twin(path[-1]).key(), command(path[-1])
    for back in reversed(path[:-1]):
        twin.undo()
        compare(back, twin)
    with pytest.raises(GameError):
        twin.undo()


@every_twin
@thorough
@given(data=st.data())
def test_keys_of_the_twin_are_equal_when_keys_of_the_law_are(
    room: Room, data: st.DataObject
) -> None:
    options = data.draw(st.sampled_from(choices(room)[1:] or choices(room)))
    start = room.start(options)
    seen: dict[object, int] = {}
    for _ in range(6):
        law, twin = start, room.twin(start)
        for _ in range(data.draw(st.integers(0, 5))):
            moves = law.legal_moves()[:4]
            if not moves:
                break
            move = data.draw(st.sampled_from(moves))
            law = law.play(move)
            twin.play(move)
        assert seen.setdefault(law.key(), twin.key()) == twin.key(), command(law)
    assert len(set(seen.values())) == len(seen), "two different positions have one key"


@every_twin
def test_the_twin_refuses_what_the_law_refuses(room: Room) -> None:
    for options in choices(room)[:6]:
        law = room.start(options)
        twin = room.twin(law)
        first = law.legal_moves()[0]
        for bad in ("", "zz99", "\x00", "a1 b1", *(set(board_words(law)) - set(law.legal_moves()))):
            with pytest.raises(IllegalMoveError):
                law.play(bad)
            with pytest.raises(IllegalMoveError):
                twin.play(bad)
            compare(law, twin)
        twin.play(first)
        compare(law.play(first), twin)


def board_words(position: Position) -> tuple[str, ...]:
    return position.rules.cells if isinstance(position, StonePosition) else ()


@every_twin
def test_perft_counts_what_the_law_counts(room: Room) -> None:
    for options in choices(room)[1:8] or choices(room):
        law = room.start(options)
        depth = 3 if len(law.legal_moves()) < 50 else 2
        assert room.twin(law).perft(depth) == perft(law, depth), command(law)


def perft(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(perft(position.play(move), depth - 1) for move in position.legal_moves())
