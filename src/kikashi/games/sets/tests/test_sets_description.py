"""Described games: content travels, order of writing does not matter, hostile texts are refused."""

import json
from pathlib import Path
from typing import Any

import pytest

from kikashi.games.sets import ROOM, description
from kikashi.games.sets.rules import example_text
from kikashi.law import BadOptionError, GameError, Result

TINY: dict[str, Any] = {
    "name": "three in a corner",
    "cells": ["a1", "b1", "a2"],
    "coordinates": [[0, 0], [1, 0], [0, 1]],
    "sets": [["a1", "b1"], ["a1", "a2"]],
}


def changed(**fields: Any) -> str:
    return json.dumps({**TINY, **fields})


def test_the_value_of_the_option_is_the_content_on_one_canonical_line() -> None:
    loose = json.dumps(
        {
            "players": 2,
            "sets": [["a2", "a1"], ["b1", "a1"]],
            **{k: TINY[k] for k in ("coordinates", "cells", "name")},
        },
        indent=4,
    )
    one, other = ROOM.start({"sets": loose}), ROOM.start({"sets": changed()})
    assert one == other
    text = one.options["sets"]
    assert "\n" not in text
    assert ROOM.start({"sets": text}).options["sets"] == text
    assert text.isascii()


def test_a_file_is_read_for_a_person_and_only_its_content_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "fano.json"
    file.write_text(example_text("fano"), "utf-8")
    options = ROOM.typed_options({"sets": str(file)})
    assert str(file) not in options["sets"]
    assert ROOM.start(options) == ROOM.start()


def test_a_text_from_a_stranger_never_opens_a_file(tmp_path: Path) -> None:
    file = tmp_path / "fano.json"
    file.write_text(example_text("fano"), "utf-8")
    with pytest.raises(BadOptionError, match="JSON text"):
        ROOM.start({"sets": str(file)})


@pytest.mark.parametrize("content", ["", "[]", "{", "\xff", '{"name": "x"}'])
def test_a_bad_file_is_refused_with_its_name(tmp_path: Path, content: str) -> None:
    file = tmp_path / "bad.json"
    file.write_bytes(content.encode("latin-1"))
    with pytest.raises(BadOptionError, match=r"bad\.json"):
        ROOM.typed_options({"sets": str(file)})


def test_a_missing_or_huge_file_is_refused_with_its_name(tmp_path: Path) -> None:
    with pytest.raises(BadOptionError, match="no file"):
        ROOM.typed_options({"sets": str(tmp_path / "none.json")})
    huge = tmp_path / "huge.json"
    huge.write_bytes(b" " * (description.MAX_BYTES + 1))
    with pytest.raises(BadOptionError, match="bytes"):
        ROOM.typed_options({"sets": str(huge)})


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("{" * 100_000, "not JSON"),
        ('{"name":' + "[" * 200_000, "nested too deeply|not JSON"),
        ("{ }", "lacks the field 'name'"),
        (changed(extra=1), "'extra' is no field"),
        ('{"name":"a","name":"b"}', "stands twice"),
        (changed(name=""), "'name'"),
        (changed(name="a\nb"), "'name'"),
        (changed(name="x" * 61), "'name'"),
        (changed(cells=[]), "1 to 729"),
        (changed(cells=["a1", "b1", "A2"]), "small letters"),
        (changed(cells=["a1", "b1", "a,2"]), "small letters"),
        (changed(cells=["a1", "b1", "setup"]), "not 'setup'"),
        (changed(cells=["a1", "b1", "a1"]), "one name"),
        (changed(cells=[f"c{n}" for n in range(730)]), "1 to 729"),
        (changed(coordinates=[[0, 0]]), "each of 3 cells"),
        (changed(coordinates=[[0, 0], [1, 0], [0, 1.5]]), "whole numbers"),
        (changed(coordinates=[[0, 0], [1, 0], [0, 1, 2]]), "whole numbers"),
        (changed(coordinates=[[0, 0], [1, 0], [0, 10**400]]), "whole numbers"),
        (changed(coordinates=[[0, 0], [1, 0], [1, 0]]), "one place"),
        (changed(coordinates=[[0, 0], [1, 0], [True, 0]]), "whole numbers"),
        (changed(sets=[]), "1 to 65000"),
        (changed(sets=[[]]), "winning set 1"),
        (changed(sets=[["a1"], ["a1", "z9"]]), "winning set 2 names 'z9'"),
        (changed(sets=[["a1", "a1"]]), "twice"),
        (changed(sets=[["a1", "b1"], ["b1", "a1"]]), "listed twice"),
        (changed(sets=[["a1"]] * 65_001), "1 to 65000"),
        (changed(stones=0), "'stones'"),
        (changed(stones=True), "'stones'"),
        (changed(first=8), "'first'"),
        (changed(players=4), "'players'"),
        (changed(players="2"), "'players'"),
        (changed(symmetries=[["a1", "b1"]]), "symmetry 1"),
        (changed(symmetries=[["a1", "a1", "b1"]]), "two cells to one"),
        (changed(symmetries=[["b1", "a1", "a2"]]), "winning sets to winning sets"),
        (" " * 1_000_001 + "{}", "bytes"),
    ],
)
def test_hostile_descriptions_are_refused_with_a_sentence(text: str, complaint: str) -> None:
    with pytest.raises(BadOptionError, match=complaint) as refusal:
        ROOM.start({"sets": text})
    assert len(str(refusal.value)) < 400


def test_symmetries_that_generate_too_many_are_refused() -> None:
    cells = [f"c{n}" for n in range(7)]
    turn, swap = [*cells[1:], cells[0]], [cells[1], cells[0], *cells[2:]]
    text = changed(
        cells=cells,
        coordinates=[[n, n * n] for n in range(7)],
        sets=[[cell] for cell in cells],
        symmetries=[turn, swap],
    )
    with pytest.raises(BadOptionError, match="more than 400"):
        ROOM.start({"sets": text})


def test_the_group_that_generators_make_is_found() -> None:
    assert len(ROOM.start().rules.symmetries) == 6
    assert len(ROOM.start({"sets": example_text("torus")}).rules.symmetries) == 128


def test_filling_a_described_set_wins_also_with_three_players() -> None:
    three = ROOM.start({"sets": changed(players=3, sets=[["a1", "b1"]])})
    assert three.play_all("a1 a2 b1").result() == Result((0, 0, 0), "board-full")
    two = ROOM.start({"sets": changed()})
    assert two.play_all("a1 a2 b1").result() == Result((1, -1), "set-filled")


def test_nobody_can_draw_on_the_fano_plane() -> None:
    """Every full board of the Fano plane has a full line: a blocking set does not exist."""
    rules = ROOM.start().rules
    for board in range(1 << 7):
        assert any(m & board in (m, 0) for m in rules.masks), bin(board)


def test_every_refusal_is_a_game_error() -> None:
    with pytest.raises(GameError):
        ROOM.from_text("a b a")
