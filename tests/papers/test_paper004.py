"""The published figures are copied rightly, and ours stand beside them."""

from __future__ import annotations

from pathlib import Path

import pytest

from kikashi.games.connect6 import paper004_puzzles as module
from kikashi.games.connect6.appendix004 import totals
from kikashi.papers import PaperError, Settings, entries, entry
from kikashi.papers.report import page, text, write

GAMES = Path(__file__).parents[1] / "puzzles" / "six_games.txt"


def test_the_tables_add_up_to_the_published_totals() -> None:
    assert sum(module.FASTEST) == 25_314
    assert sum(module.UNIQUE) == 6_550


def test_the_appendix_adds_up_to_the_table_of_unique_puzzles() -> None:
    assert totals() == {n: module.UNIQUE[n - 1] for n in range(2, 12)}


def test_entries_are_discovered_and_unknown_ones_refused() -> None:
    assert "004-puzzles" in [found.ID for found in entries()]
    with pytest.raises(PaperError, match="004-puzzles"):
        entry("999")


def test_without_records_it_says_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(PaperError, match="--data"):
        entry("004-puzzles").run(Settings(None, tmp_path), lambda *_: None)
    with pytest.raises(PaperError, match="there is no"):
        entry("004-puzzles").run(Settings(tmp_path, tmp_path), lambda *_: None)


@pytest.mark.thorough
@pytest.mark.native
def test_a_run_prints_both_figures_the_command_and_what_is_missing(tmp_path: Path) -> None:
    records = tmp_path / "data" / module.GAME
    records.mkdir(parents=True)
    rows = ["game_id,moves,winner,original_winner_label"]
    for number, game in enumerate(GAMES.read_text().splitlines()):
        rows.append(f'{number},"{game.replace(" ", ",")}",,')
    (records / module.FILE).write_text("\n".join(rows) + "\n")
    found = entry("004-puzzles")
    answer = found.run(Settings(tmp_path / "data", tmp_path / "work", 2), lambda *_: None)
    said = text(found, answer)
    assert "302000" in said
    assert "kikashi papers run 004-puzzles" in said
    assert "could not be repeated" in said
    assert "<svg" in page(found, answer)
    write(tmp_path / "report", found, answer)
    assert (tmp_path / "report" / "index.html").exists()
    assert "004-puzzles" in (tmp_path / "report" / "index.md").read_text()
