"""tools/check_native.py accepts the house as it is and refuses what it is there to refuse."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import check_native

HOUSE = Path(__file__).resolve().parents[2]


def test_the_native_code_keeps_its_layers() -> None:
    assert check_native.faults(HOUSE) == []


@pytest.mark.parametrize(
    "path, line",
    [
        ("native/core/keys.hpp", '#include "positional/board.hpp"'),
        ("native/core/keys.hpp", "#include <boost/any.hpp>"),
        ("native/search/dfpn.hpp", '#include "positional/board.hpp"'),
        ("native/positional/board.hpp", '  #  include "bind/running.hpp"'),
        ("native/positional/board.hpp", "#include <nanobind/nanobind.h>"),
        ("native/elsewhere/board.hpp", "#include <vector>"),
        ("src/kikashi/games/toy/native/toy.cpp", "#include <nanobind/nanobind.h>"),
        ("src/kikashi/games/toy/native/toy.cpp", '#include "bind/running.hpp"'),
    ],
)
def test_an_include_that_points_the_wrong_way_is_refused(path: str, line: str) -> None:
    assert len(list(check_native.include_faults(Path(path), f"\n{line}\n"))) == 1


@pytest.mark.parametrize(
    "path, line",
    [
        ("native/positional/board.hpp", '#include "core/keys.hpp"'),
        ("native/positional/player/duel.hpp", '#include "search/values.hpp"'),
        ("native/bind/module.cpp", '#include "positional/board.hpp"'),
        ("src/kikashi/games/toy/native/bind.cpp", "#include <nanobind/nanobind.h>"),
        ("src/kikashi/games/toy/native/toy.cpp", '#include "search/dfpn.hpp"'),
    ],
)
def test_an_include_that_points_down_is_allowed(path: str, line: str) -> None:
    assert list(check_native.include_faults(Path(path), line)) == []


@pytest.mark.parametrize(
    "line", ["// as in Toychess", "int toychess_depth;", "struct ToychessBoard"]
)
def test_a_shared_layer_that_names_a_game_is_refused(line: str) -> None:
    path = Path("native/positional/board.hpp")
    assert len(list(check_native.game_faults(path, line, ["toychess"]))) == 1


def test_a_room_may_name_its_game() -> None:
    path = Path("src/kikashi/games/toychess/native/toychess.cpp")
    assert list(check_native.game_faults(path, "toychess", ["toychess"])) == []


def test_the_names_of_games_are_found_in_the_rooms() -> None:
    assert len(check_native.game_names(HOUSE)) >= 3
