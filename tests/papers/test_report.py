"""The first page of a report, and what it rests on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from kikashi.drawing.plots import COLOURS, bars
from kikashi.papers import Answer, Entry, Table, entries
from kikashi.papers.contract import Figure
from kikashi.papers.published import MISSING
from kikashi.papers.report import page, text, write


def told(figures: tuple[Figure, ...]) -> tuple[Entry, Answer]:
    entry = SimpleNamespace(
        ID="000-toy", PAPER="000", TITLE="A toy", TITLE_ZH="玩具", QUICK=1, run=None
    )
    table = Table("A table", ("a", "b"), (("1", "2"),))
    return cast(Entry, entry), Answer((table,), "kikashi papers run 000-toy", 1.0, figures=figures)


def test_every_page_has_a_title_in_both_languages() -> None:
    for entry in entries():
        assert entry.TITLE != entry.TITLE_ZH
        assert any(ord(letter) > 0x4E00 for letter in entry.TITLE_ZH), entry.ID


def test_the_first_page_has_every_figure_with_its_ratio_in_both_languages(tmp_path: Path) -> None:
    entry, answer = told((Figure("games won", 50, 75, "%", "勝率"), Figure("nodes", 4, 1)))
    write(tmp_path, entry, answer, quick=True)
    first = (tmp_path / "index.md").read_text("utf-8")
    assert "| 000: games won (quick) | 50% | 75% | 1.5 |" in first
    assert "| 000: 勝率 (quick) | 50% | 75% | 1.5 |" in first
    assert first.count("| 000: nodes (quick) | 4 | 1 | 0.25 |") == 2
    assert "[A toy](000-toy.md)" in first
    assert "[玩具](000-toy.md)" in first
    for one in MISSING:
        assert f"{one.paper}: {one.what}. {one.why[0].upper()}{one.why[1:]}." in first
        assert f"{one.paper}：{one.what_zh}。{one.why_zh}。" in first
    html = (tmp_path / "index.html").read_text("utf-8")
    assert '<section lang="zh-Hant" id="zh-Hant">' in html
    assert '<a href="000-toy.html">玩具</a>' in html


def test_a_page_is_as_wide_as_the_phone_that_shows_it(tmp_path: Path) -> None:
    write(tmp_path, *told(()))
    for name in ("index.html", "000-toy.html"):
        html = (tmp_path / name).read_text("utf-8")
        assert '<meta name="viewport" content="width=device-width' in html


def test_columns_of_numbers_stand_to_the_right_words_to_the_left_and_code_is_code() -> None:
    entry, answer = told(())
    rows = (("a", "1,200", "won `b2`", "-"), ("b", "-", "lost", "+3.5 s"))
    table = Table("A table", ("who", "nodes", "what", "took"), rows)
    html = page(entry, replace(answer, tables=(table,), missing=("Run `a < b`.",)))
    assert '<th>who</th><th class="n">nodes</th><th>what</th><th class="n">took</th>' in html
    assert "<td>won <code>b2</code></td>" in html
    assert "<li>Run <code>a &lt; b</code>.</li>" in html
    assert "| --- | ---: | --- | ---: |" in text(entry, replace(answer, tables=(table,)))


def test_a_page_leads_back_to_the_first_one() -> None:
    html = page(*told(()))
    assert '<a href="index.html">' in html
    assert "玩具" in html


@pytest.mark.parametrize("name", ["title_zh", "name_zh"])
def test_a_report_of_before_chinese_names_is_still_read(tmp_path: Path, name: str) -> None:
    entry, answer = told((Figure("games won", 50, 75, "%", "勝率"),))
    write(tmp_path, entry, answer)
    kept = tmp_path / "000-toy.json"
    kept.write_text(kept.read_text("utf-8").replace(f'"{name}"', '"former"'), "utf-8")
    other = cast(Entry, SimpleNamespace(**{**vars(entry), "ID": "001-toy"}))
    write(tmp_path, other, answer)
    assert "001-toy" in (tmp_path / "index.md").read_text("utf-8")


def test_every_series_of_a_plot_has_a_colour_of_its_own_and_the_plot_a_size_to_shrink_by() -> None:
    series = {f"series {n}": {"one": 1.0} for n in range(len(COLOURS))}
    drawn = bars(series, "A plot", "across", "upward, per cent")
    assert len(set(COLOURS)) == len(COLOURS)
    assert all(drawn.count(f'fill="{colour}"') == 2 for colour in COLOURS)
    assert "viewBox=" in drawn
    with pytest.raises(ValueError, match="at most"):
        bars({**series, "one more": {}}, "A plot")
