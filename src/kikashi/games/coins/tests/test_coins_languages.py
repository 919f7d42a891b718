"""`kikashi coins` in Chinese: no English word is left; in English and JSON nothing changes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from string import Formatter

import pytest
from typer.testing import CliRunner

from kikashi.cli import app, check
from kikashi.games.coins import CoinClass, ask_atlas, make_atlas, verbs
from kikashi.games.coins.atlas import Atlas, Census
from kikashi.games.coins.jobs import prove_job
from kikashi.games.coins.verdicts import told
from kikashi.games.coins.words import catalogue

ARGUMENTS = (
    "g 4 9 10",
    "g 1 5",
    "g 6 9 20 --missing 0",
    "table 7 1 3",
    "rules 7 1 3",
    "rules 5",
    "prove 7",
    "prove 7 1 3 --proof class.jsonl",
    "prove 7 --no-check",
    "prove 99 1 98",
    "atlas --to 9 --out atlas.jsonl.gz",
    "atlas --to 3",
    "page --out coins.html",
    "paper",
)
REFUSED = ("g 6 9", "g 0 5", "rules 7 0 3", "prove 7 1 3 --rule 9", "atlas --to 1")
ALLOWED = {"g", "kikashi", "ln", "mod", "pi", "z3"}
FILES = re.compile(r"\b(class\.jsonl|atlas\.jsonl\.gz|coins\.html)")


def english_words(text: str) -> list[str]:
    """Words of two letters and more; 14k, 7m, 6b and Ak are formulas."""
    found = re.findall(r"[A-Za-z][A-Za-z0-9]+", FILES.sub("", text))
    return [word for word in found if word not in ALLOWED and not re.fullmatch("[AB][km]", word)]


def run(words: str) -> tuple[int, str]:
    result = CliRunner().invoke(verbs.app, words.split())
    return result.exit_code, result.output


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def chinese(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIKASHI_LANGUAGE", "zh-Hant")


@pytest.mark.usefixtures("chinese")
@pytest.mark.parametrize("words", ARGUMENTS)
def test_answers_in_chinese_hold_no_english_word(words: str) -> None:
    code, said = run(words)
    assert code == 0, said
    assert english_words(said) == []
    assert words.startswith("table") or re.search("[一-鿿]", said)


@pytest.mark.usefixtures("chinese")
@pytest.mark.parametrize("words", REFUSED)
def test_refusals_are_told_in_chinese(words: str) -> None:
    code, said = run(words)
    assert code == 1
    assert english_words(said) == []


def test_the_option_of_the_verb_goes_first() -> None:
    assert english_words(run("prove 7 1 3 --language zh-Hant")[1]) == []
    assert english_words(run("page --out coins.html --language zh-Hant")[1]) == []
    assert english_words(run("prove 7 0 3 --language zh-Hant")[1]) == []


@pytest.mark.usefixtures("chinese")
def test_json_is_the_same_in_every_language(monkeypatch: pytest.MonkeyPatch) -> None:
    spoken = [timeless(f"{words} --json") for words in ARGUMENTS]
    monkeypatch.setenv("KIKASHI_LANGUAGE", "en")
    assert spoken == [timeless(f"{words} --json") for words in ARGUMENTS]


def timeless(words: str) -> dict[str, object]:
    """A record without times, and without the size of a page, which is in the language itself."""
    left_out = {"prove_seconds", "check_seconds", "characters"}
    return {
        name: field for name, field in json.loads(run(words)[1]).items() if name not in left_out
    }


def test_english_answers_are_these(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIKASHI_LANGUAGE", "en")
    assert run("g 6 9 20 --missing 2")[1] == (
        "g(6, 9, 20) = 43\n22 amounts cannot be paid: 1 2 ...\n"
    )
    assert re.sub(r"\d+ cells", "N cells", run("rules 2")[1]) == (
        "g(2, 2k + 1, 2m + 1) + 1\n"
        "   1. 2k   m >= k   (b/c from 0 to 1)\n"
        "   2. 2m   m <= k   (b/c from 1 to inf)\n"
        "      The guess from the table agrees: 0 refuted on the way, N cells tested.\n\n"
        "2 rules in 1 classes; each class stands for 1 pairs (r, s), which makes 2 rules.\n"
    )
    proved = re.sub(r"\d\.\d{3} s", "T s", run("prove 3 1 2")[1])
    assert proved.splitlines()[0:3] == [
        "   1. 6k   for m >= 2k",
        "      solvable: 3 b are worth 0 c modulo 3 and cost no less; "
        "1 c are worth 2 b and cost no less",
        "      unsolvable: (2, 0) is the dearest cell of the L of 3 x 1 - 2 x 0 = 3 cells",
    ]
    assert proved.splitlines()[-2:] == [
        "The class r = 1, s = 2 of a = 3: 4 rules in 1 class, each proved solvable and unsolvable "
        "on its cone, the cones covering every ratio b/c without a gap.",
        "Proved in T s, checked in T s.",
    ]
    atlas = run("atlas --to 9 --no-check")[1].splitlines()
    assert atlas[0] == "202 rules in 47 classes."
    assert atlas[3:5] == [
        "Does no class of a have more than 2(a - 1) rules, and only s = -r that many?",
        "  a = 2..9: No exception found.",
    ]
    paper = run("paper")[1].splitlines()
    assert paper[:3] == [
        "Paper 000, section 8, a = 7, b <= c; A,B,C stands for g + 1 = Ak + Bm + C.",
        "r s  verdict              published   |   ours, where different",
        "1 1  page lost            -   |   42,0,0",
    ]
    assert paper[-1] == (
        "In the text: in the proof of that rule 5b is carried on with the constant 6; it is 5."
    )


def test_every_chinese_sentence_of_the_catalogue_is_chinese() -> None:
    for key, texts in catalogue("text").items():
        written = "".join(text for text, *_ in Formatter().parse(texts["zh-Hant"]))
        assert english_words(written) == [], key


def test_exceptions_are_named_in_chinese() -> None:
    atlas = make_atlas(8)
    spoiled = Census(8, dict.fromkeys(atlas.censuses[-1].by_class, 99))
    short = Census(7, dict.fromkeys(atlas.censuses[-2].by_class, 0))
    blocks = [*atlas.blocks[:-1], atlas.blocks[0]]
    wrong = Atlas(2, 8, blocks, [*atlas.censuses[:-2], short, spoiled])
    asked = ask_atlas(wrong, "zh-Hant")
    assert sum(question.exception is not None for question in asked) >= 4
    for question in asked:
        assert english_words(f"{question.text}{question.exception or ''}{question.finding}") == []


@pytest.mark.parametrize("of", [None, CoinClass(7, 1, 3)])
def test_a_checked_proof_is_told_in_chinese(
    of: CoinClass | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "class.jsonl"
    verdict = prove_job(7, of, path)["verdict"]
    assert told(verdict, "en") == verdict
    assert english_words(told(verdict, "zh-Hant")) == []
    if "check" not in {command.name for command in app.registered_commands}:
        check.register(app)
    said = CliRunner().invoke(app, ["check", path.name, "--language", "zh-Hant"])
    assert said.exit_code == 0, said.output
    assert english_words(said.stdout) == []
    monkeypatch.setenv("KIKASHI_LANGUAGE", "en")
    plain = CliRunner().invoke(app, ["check", path.name]).stdout
    assert plain == f"{path.name}: checked: {verdict}\n"
