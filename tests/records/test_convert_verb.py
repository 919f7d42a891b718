"""`kikashi convert`: what it writes, what it refuses, and that it never loses a file."""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path

import jsonschema
import pytest
import typer
from typer.testing import CliRunner, Result

from kikashi.cli import convert
from kikashi.law import GameError
from kikashi.records import Record, formats, read_collection, write

SCHEMA = Path(__file__).resolve().parents[2] / "docs/reference/schemas/convert.json"
GOOD = b"(;GM[511];B[JJ];W[KK];W[II])\n"
BROKEN = b"(;GM[511];B[JJ];W[JJ])\n"


def run(*arguments: object) -> Result:
    app = typer.Typer(pretty_exceptions_enable=False)
    app.callback()(lambda: None)
    convert.register(app)
    return CliRunner().invoke(app, ["convert", *map(str, arguments)])


def test_formats_go_by_suffix(tmp_path: Path) -> None:
    source = tmp_path / "in.sgf"
    source.write_bytes(GOOD * 3)
    found = list(read_collection(source))
    for suffix in ("csv", "txt", "psq", "sgf", "sgf.gz", "csv.gz"):
        target = tmp_path / f"out.{suffix}"
        done = run(source, target)
        assert done.exit_code == 0, done.output
        assert done.stdout.startswith("3 games converted")
        assert list(read_collection(target, "connect6")) == found
    assert (tmp_path / "out.sgf.gz").read_bytes()[:2] == b"\x1f\x8b"


KIF = """手合割：5五将棋
先手：Lin
後手：Wu
   1 3四角(25)
   2 3二角(41)
"""


@pytest.mark.native
def test_a_game_s_own_formats_are_read_and_written(tmp_path: Path) -> None:
    source, target = tmp_path / "game.kif", tmp_path / "game.csa"
    source.write_bytes(KIF.encode("cp932"))
    (read,) = read_collection(source)
    assert isinstance(read, Record)
    assert (read.game, read.players) == ("minishogi", ("Lin", "Wu"))
    assert run(source, target).exit_code == 0
    assert [getattr(found, "moves", found) for found in read_collection(target)] == [read.moves]
    assert run(target, tmp_path / "game.sgf").exit_code == 0
    assert list(read_collection(tmp_path / "game.sgf")) == [read]


@pytest.mark.native
def test_who_resigned_comes_through_a_game_s_own_formats(tmp_path: Path) -> None:
    source = tmp_path / "game.kif"
    source.write_bytes(f"{KIF}   3 投了\n".encode("cp932"))
    for name in ("game.sgf", "again.csa", "last.kif"):
        target = tmp_path / name
        assert run(source, target).exit_code == 0
        (read,) = read_collection(target)
        assert isinstance(read, Record)
        assert (read.result, read.how) == ("white", "resign")
        source = target
    other = tmp_path / "other.sgf"
    other.write_bytes((tmp_path / "game.sgf").read_bytes().replace(b"white+", b"black+"))
    unsaid = run(other, tmp_path / "out.kif")
    assert "kif cannot hold the result (black), how it ended (resign)" in unsaid.stderr
    assert run(other, tmp_path / "out.kif", "--lossy").exit_code == 0


@pytest.mark.native
def test_a_game_s_own_formats_refuse_other_games_and_a_second_one(tmp_path: Path) -> None:
    connect6, shogi = tmp_path / "in.sgf", tmp_path / "two.sgf"
    connect6.write_bytes(GOOD)
    wrong = run(connect6, tmp_path / "out.kif")
    assert wrong.exit_code == 1
    assert "kif is a format of minishogi; this game is connect6" in wrong.stderr
    with pytest.raises(GameError, match="kif is a format of minishogi, not of gomoku"):
        read_collection(KIF.encode(), "gomoku", "kif")
    (game,) = read_collection(KIF.encode(), None, "kif")
    assert isinstance(game, Record)
    shogi.write_bytes(write([game] * 2))
    second = run(shogi, tmp_path / "two.kif")
    assert (second.exit_code, second.stderr.count("a file of kif holds one game")) == (1, 1)
    assert len(list(read_collection(tmp_path / "two.kif"))) == 1


def test_a_broken_record_is_refused_after_the_good_ones_are_written(tmp_path: Path) -> None:
    source, target = tmp_path / "in.sgf", tmp_path / "out.csv"
    source.write_bytes(GOOD + BROKEN + GOOD)
    done = run(source, target)
    assert done.exit_code == 1
    assert f"refused: {source}, line 2, game 2, move 2: j10 already holds a stone" in done.stderr
    assert done.stdout == f"2 games converted to {target} (csv); 1 refused\n"
    assert len(list(read_collection(target))) == 2


def test_json_has_the_refusals(tmp_path: Path) -> None:
    source, target = tmp_path / "in.sgf", tmp_path / "out.csv"
    source.write_bytes(GOOD + BROKEN)
    answer = json.loads(run(source, target, "--json").stdout)
    jsonschema.validate(answer, json.loads(SCHEMA.read_text("utf-8")))
    assert answer == {
        "in": str(source),
        "out": str(target),
        "format": "csv",
        "converted": 1,
        "refused": [
            {
                "file": str(source),
                "game": 2,
                "move": 2,
                "reason": "j10 already holds a stone",
                "line": 2,
            }
        ],
    }


def test_formats_game_and_options_can_be_given(tmp_path: Path) -> None:
    source, target = tmp_path / "games", tmp_path / "out"
    source.write_text("c3 d4 e5\n")
    done = run(
        source, target, "--game", "gomoku", "-o", "size=9x9", "--from", "moves", "--to", "sgf-golem"
    )
    assert done.exit_code == 0, done.output
    assert b"SZ[9]" in target.read_bytes()
    assert b";B[c3]" in target.read_bytes()
    assert [r.moves for r in read_collection(target) if isinstance(r, Record)] == [
        ("c3", "d4", "e5")
    ]


def test_what_would_be_lost_is_refused_unless_allowed(tmp_path: Path) -> None:
    source, target = tmp_path / "in.sgf", tmp_path / "out.txt"
    source.write_bytes(b"(;GM[511];B[JJ]C[the centre])")
    done = run(source, target)
    assert done.exit_code == 1
    assert "game 1: moves cannot hold 1 comments" in done.stderr
    assert not target.exists()
    assert run(source, target, "--lossy").exit_code == 0
    assert target.read_text() == "j10\n"


def test_the_input_is_never_overwritten(tmp_path: Path) -> None:
    source = tmp_path / "in.sgf"
    source.write_bytes(GOOD)
    link = tmp_path / "link.sgf"
    link.symlink_to(source)
    hard = tmp_path / "hard.sgf"
    os.link(source, hard)
    for target in (source, link, hard):
        done = run(source, target)
        assert isinstance(done.exception, GameError)
        assert "OUT must be another file" in str(done.exception)
    assert source.read_bytes() == GOOD


def test_a_target_that_was_there_is_kept_when_nothing_can_be_converted(tmp_path: Path) -> None:
    source, target = tmp_path / "in.sgf", tmp_path / "out.csv"
    source.write_bytes(BROKEN)
    target.write_text("precious")
    done = run(source, target)
    assert done.exit_code == 1
    assert "was not touched" in done.stdout
    assert target.read_text() == "precious"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["in.sgf", "out.csv"]


def test_a_target_that_was_there_is_kept_when_writing_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, target = tmp_path / "in.sgf", tmp_path / "out.csv"
    source.write_bytes(GOOD * 2)
    target.write_text("precious")

    def full(*_: object, **__: object) -> str:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(formats, "text", full)
    done = run(source, target)
    assert isinstance(done.exception, OSError)
    assert target.read_text() == "precious"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["in.sgf", "out.csv"]


def test_a_target_that_was_there_is_replaced_and_keeps_its_mode(tmp_path: Path) -> None:
    source, target = tmp_path / "in.sgf", tmp_path / "out.txt"
    source.write_bytes(GOOD)
    target.write_text("old")
    target.chmod(0o640)
    assert run(source, target).exit_code == 0
    assert target.read_text() == "j10 k11 i9\n"
    assert target.stat().st_mode & 0o777 == 0o640


def test_compressed_files_are_the_same_every_time(tmp_path: Path) -> None:
    source = tmp_path / "in.sgf"
    source.write_bytes(GOOD)
    for name in ("a.sgf.gz", "b.sgf.gz"):
        run(source, tmp_path / name)
    assert (tmp_path / "a.sgf.gz").read_bytes() == (tmp_path / "b.sgf.gz").read_bytes()
    game = Record.from_moves("connect6", "j10 k11 i9")
    assert gzip.decompress((tmp_path / "a.sgf.gz").read_bytes()) == write([game])


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["in.sgf", "out.xyz"], "names no format"),
        (["in.sgf", "out.csv", "--to", "png"], "no record format"),
        (["in.sgf", "out.csv", "--game", "chess2"], "no game"),
        (["in.sgf", "out.csv", "-o", "size"], "looks like"),
        (["missing.sgf", "out.csv"], "missing.sgf"),
    ],
)
def test_wrong_words_are_refused_and_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], why: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("in.sgf").write_bytes(GOOD)
    done = run(*arguments)
    assert done.exit_code != 0
    assert why in str(done.exception)
    assert [p.name for p in tmp_path.iterdir()] == ["in.sgf"]


def test_help_has_an_example_and_every_format(tmp_path: Path) -> None:
    shown = run("--help").stdout
    assert "Example: kikashi convert games.csv" in shown
    for name in ("sgf-letters", "sgf-gm511", "sgf-golem", "psq", "moves"):
        assert name in shown
