"""`kikashi --language zh-Hant VERB`: verbs without words of the page answer in Chinese too."""

from __future__ import annotations

import importlib
import json
import re
from pathlib import Path

import pytest

from kikashi import games
from tests.cli.command_line import kikashi

pytestmark = pytest.mark.native

WORD = re.compile(r"[A-Za-z]{2,}")
GAP = re.compile(r"\{([^}:]+)(?::[^}]*)?\}")
APART = "first=AQ.K2.. second=KJ.A3.. trump=none lead=first"
TYPED = {"expected", "fastest"}
VERBS: tuple[tuple[tuple[str, ...], str, str], ...] = (
    (("mahjong", "hand", "167788m67p139s22566z"), "distance 3\nuseful: ", "向聽數 3\n有效牌："),
    (("mahjong", "hand", "11122233344455566m"), "distance -1: complete\n", "向聽數 -1：胡牌"),
    (("mahjong", "puzzle", "1"), "Which discard is fastest?", "打哪張最快？"),
    (
        ("mahjong", "match", "expected", "fastest", "--walls", "1"),
        "points a deal",
        "expected 對 fastest，1 副牌牆",
    ),
    (("honeymoon", "puzzle", "1"), "by which card?", "該出哪一張？"),
    (("honeymoon", "apart", APART), "suits apart: the first hand takes", "先家取得"),
)


@pytest.mark.parametrize(("words", "english", "chinese"), VERBS)
def test_verbs_of_rooms(words: tuple[str, ...], english: str, chinese: str) -> None:
    assert english in kikashi(*words).stdout
    told = kikashi("--language", "zh-Hant", *words)
    assert told.returncode == 0, told.stderr
    assert chinese in told.stdout
    # Tiles are 67m, hands AQ.K2 and cards SA: names of things in every language.
    assert set(re.findall(r"[a-z]{2,}", told.stdout)) <= TYPED, told.stdout
    plain = kikashi(*words, "--json").stdout
    assert json.loads(kikashi("--language", "zh-Hant", *words, "--json").stdout) == json.loads(
        plain
    )


def test_answers_to_puzzles() -> None:
    for game, answers in (("mahjong", ("1m", "7p", "9s")), ("honeymoon", ("SA", "HA", "S2"))):
        for answer in answers:
            told = kikashi("--language", "zh-Hant", game, "puzzle", "1", "--answer", answer)
            assert re.search("[一-鿿]", told.stdout + told.stderr)
            assert not re.search("[a-z]{2,}", told.stdout)


def test_both_languages_of_a_room_have_the_same_gaps() -> None:
    seen = 0
    for name in games.folders():
        if not {"verbs", "words"} <= set(games.modules(name)):
            continue
        words = importlib.import_module(f"kikashi.games.{name}.words")
        for key, texts in getattr(words, "SAID", {}).items():
            gaps = [set(GAP.findall(texts[language])) for language in ("en", "zh-Hant")]
            assert gaps[0] == gaps[1], key
            assert not WORD.search(GAP.sub("", texts["zh-Hant"])), key
            seen += 1
    assert seen > 30


def test_convert_tells_what_it_did_and_refused(tmp_path: Path) -> None:
    good = "h8 i9 h9"
    source = tmp_path / "games.txt"
    source.write_text(f"{good}\nh8 h8\nh8 h8\n")
    words = ("convert", "games.txt", "out.sgf", "--game", "gomoku")
    plain = kikashi(*words, cwd=tmp_path)
    assert plain.stdout == "1 game converted to out.sgf (sgf); 2 refused\n"
    assert plain.stderr.startswith("refused: games.txt, ")
    assert plain.stderr.endswith(" (and 1 more like it)\n")
    told = kikashi("--language", "zh-Hant", *words, cwd=tmp_path)
    assert told.stdout == "已轉換 1 局，寫入 out.sgf（sgf）；不接受 2 局\n"
    assert not WORD.search(told.stderr.replace("games.txt", "")), told.stderr
    source.write_text("h8 h8\n")
    nothing = kikashi("--language", "zh-Hant", *words, cwd=tmp_path)
    assert nothing.stdout == "沒有轉換任何一局，out.sgf 未更動；不接受 1 局\n"


def test_the_list_of_papers_is_told_in_chinese_with_the_same_rows() -> None:
    english = kikashi("papers", "list").stdout.splitlines()
    told = kikashi("papers", "list", "--language", "zh-Hant").stdout.splitlines()
    assert told == kikashi("--language", "zh-Hant", "papers", "list").stdout.splitlines()
    assert [row.split()[0] for row in told] == [row.split()[0] for row in english]
    for row in told:
        assert "論文" in row
        assert "paper " not in row
        assert re.search("[一-鿿]", row.partition("：")[2]), row
