"""The atlas file: written, checked, read through its index, interrupted, questioned."""

from __future__ import annotations

import gzip
import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from kikashi.games.coins import (
    CoinError,
    ask_atlas,
    check_file,
    derive,
    heat_map,
    make_atlas,
    make_table,
    read_class,
    rules_plot,
)
from kikashi.games.coins.atlas import Atlas, Census, keep_whole_coins
from kikashi.games.coins.jobs import atlas_job, look_job, prove_job
from kikashi.games.coins.prover import BatchTask, ClassProof, prove_batch
from kikashi.games.coins.rules import CoinClass, rules_from_rows


@pytest.fixture(scope="module")
def atlas() -> Atlas:
    return make_atlas(30)


@pytest.mark.parametrize("name", ["atlas.jsonl", "atlas.jsonl.gz"])
def test_an_atlas_is_checked_and_read_through_its_index(
    atlas: Atlas, tmp_path: Path, name: str
) -> None:
    path = tmp_path / name
    assert atlas.write(path) == path.stat().st_size
    assert check_file(path, "every class of a = 2..30").startswith("every class of a = 2..30: ")
    for a, r, s in ((2, 1, 1), (7, 5, 4), (12, 8, 3), (30, 29, 7)):
        proof = read_class(path, a, r, s)
        assert proof.pair == (r, s)
        assert rules_from_rows(proof.rules) == derive(a, r, s)


def test_any_gzip_reader_sees_one_stream_of_lines(atlas: Atlas, tmp_path: Path) -> None:
    path = tmp_path / "atlas.jsonl.gz"
    atlas.write(path)
    lines = gzip.decompress(path.read_bytes()).splitlines(keepends=True)
    assert lines[1:] == list(atlas.lines())[1:]
    first = path.read_bytes()
    make_atlas(30).write(path)
    assert path.read_bytes() == first


def test_a_class_is_read_without_unpacking_the_rest(atlas: Atlas, tmp_path: Path) -> None:
    path = tmp_path / "atlas.jsonl.gz"
    atlas.write(path)
    damaged = bytearray(path.read_bytes())
    damaged[-200:] = bytes(200)
    path.write_bytes(damaged)
    assert rules_from_rows(read_class(path, 7, 1, 3).rules) == derive(7, 1, 3)
    with pytest.raises(CoinError, match="damaged at a = 30"):
        read_class(path, 30, 1, 7)
    with pytest.raises(ValueError, match="damaged"):
        check_file(path)


def test_what_is_no_atlas_gets_a_sentence(atlas: Atlas, tmp_path: Path) -> None:
    path = tmp_path / "atlas.jsonl"
    atlas.write(path)
    with pytest.raises(CoinError, match="as far as a = 31"):
        read_class(path, 31, 1, 3)
    with pytest.raises(CoinError, match="multiples of 2"):
        read_class(path, 6, 2, 4)
    shifted = path.read_bytes().replace(b"[7,", b"[8,", 1)
    path.write_bytes(shifted.replace(b"[[8,", b"[[7,"))
    with pytest.raises(CoinError, match="index"):
        read_class(path, 8, 1, 3)
    for junk in (b"", b"\n", b"{}\n", b"\x1f\x8b\x08junk", b'{"kikashi":"other","index":[]}\n'):
        path.write_bytes(junk)
        with pytest.raises(CoinError, match="not a"):
            read_class(path, 7, 1, 3)


def test_an_interrupted_atlas_keeps_what_is_done(tmp_path: Path) -> None:
    def stop_at(last: int) -> Callable[[object], None]:
        def step(a: object) -> None:
            if a == last:
                raise KeyboardInterrupt

        return step

    path = tmp_path / "atlas.jsonl.gz"
    record = atlas_job(2, 50, path, step=stop_at(9))
    assert (record["stopped"], record["to"]) == (True, 9)
    assert check_file(path).startswith("every class of a = 2..9: ")


def test_a_coin_half_added_is_dropped() -> None:
    cut = make_atlas(6)
    cut.blocks.append(b"")
    keep_whole_coins(cut)
    assert list(cut.lines()) == list(make_atlas(6).lines())


def test_batches_may_be_proved_elsewhere() -> None:
    asked = []

    def elsewhere(task: BatchTask) -> Any:
        asked.append(task.a)
        return prove_batch(task)

    assert make_atlas(9, 5, prove=elsewhere).blocks == make_atlas(9, 5).blocks
    assert asked == [5, 6, 7, 8, 9]


@pytest.mark.parametrize(("last", "first"), [(1, 2), (5, 6), (5, 1), (1001, 2)])
def test_bounds_of_an_atlas_get_a_sentence(last: int, first: int) -> None:
    with pytest.raises(CoinError, match="atlas"):
        make_atlas(last, first)


def test_a_proof_that_the_checker_refuses_is_not_reported(monkeypatch: Any) -> None:
    def wrong(*of: int) -> ClassProof:
        return ClassProof(7, (1, 3), [(6, 0, 7, 1, 3, 0, 1, 0)])

    monkeypatch.setattr("kikashi.games.coins.jobs.prove_class", wrong)
    with pytest.raises(CoinError, match="checker refuses"):
        prove_job(7, CoinClass(7, 1, 3))


def test_the_record_of_a_look_up_is_that_of_the_rules(atlas: Atlas, tmp_path: Path) -> None:
    path = tmp_path / "atlas.jsonl.gz"
    atlas.write(path)
    record = look_job(path, 7, 1, 3)
    assert record["rules"][2]["formula"] == "14k + 7m - 1"


def test_questions_are_tested_and_an_exception_is_named(atlas: Atlas) -> None:
    assert all(question.exception is None for question in ask_atlas(atlas))
    spoiled = Census(30, dict(atlas.censuses[-1].by_class))
    spoiled.by_class[1, 7] += 1
    wrong = Atlas(2, 30, atlas.blocks, [*atlas.censuses[:-1], spoiled])
    exceptions = [question.exception for question in ask_atlas(wrong) if question.exception]
    assert any("a = 30" in exception for exception in exceptions)
    assert all(question.text.endswith("?") for question in ask_atlas(atlas))


def test_pictures_are_well_formed_and_show_each_border(atlas: Atlas) -> None:
    of = CoinClass(7, 1, 3)
    rules = derive(*of)
    picture = ElementTree.fromstring(heat_map(make_table(of, 12, 9), rules))
    spaces = {"s": "http://www.w3.org/2000/svg"}
    assert len(picture.findall(".//s:g/s:path", spaces)) == len(rules) - 1
    assert len(picture.findall(".//s:rect/s:title", spaces)) == 12 * 9
    shown = {text.text for text in picture.findall(".//s:text", spaces)}
    assert "3. 14k + 7m - 1 for 2k - 3m <= 1, m <= 2k - 1" in shown
    assert "3. 14k + 7m - 1，當 2k - 3m <= 1, m <= 2k - 1" in heat_map(
        make_table(of, 12, 9), rules, "zh-Hant"
    ).replace("&lt;", "<")
    assert "各個 a 的規則數" in rules_plot(atlas, "zh-Hant")
    plot = ElementTree.fromstring(rules_plot(atlas))
    assert len(plot.findall(".//s:circle", spaces)) == 29 + 2 * 29
    with pytest.raises(CoinError, match="heat map"):
        heat_map(make_table(of, 500, 500), rules)


def test_the_borders_in_the_picture_pass_between_the_right_cells() -> None:
    """A border drawn in the wrong place would put some cell on the side of another rule."""
    of = CoinClass(9, 2, 7)
    rules = derive(*of)
    table = make_table(of, 20, 20, first_k=0, first_m=0)
    picture = ElementTree.fromstring(heat_map(table, rules))
    spaces = {"s": "http://www.w3.org/2000/svg"}
    cells = picture.findall(".//s:rect/..", spaces)
    size = float(cells[0].findall("s:rect", spaces)[1].attrib["width"])
    left, top = (float(cells[0].findall("s:rect", spaces)[1].attrib[n]) for n in ("x", "y"))
    for path, rule in zip(picture.findall(".//s:g/s:path", spaces), rules[:-1], strict=True):
        _, x0, y0, _, x1, y1 = path.attrib["d"].split()
        for k, m in itertools.product(range(20), repeat=2):
            x, y = left + (m + 0.5) * size, top + (k + 0.5) * size
            side = (float(x1) - float(x0)) * (y - float(y0)) - (float(y1) - float(y0)) * (
                x - float(x0)
            )
            above = rule.high.under * (9 * k + 2) - rule.high.over * (9 * m + 7)
            if above and abs(side) > 300:
                assert (side > 0) == (above > 0), (str(rule.high), k, m)
