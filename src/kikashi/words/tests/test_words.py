"""Both languages say the same things."""

from string import Formatter

import pytest

from kikashi import words


def gaps(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def test_both_catalogues_have_the_same_keys_and_the_same_gaps() -> None:
    english, chinese = words.catalogue("en"), words.catalogue("zh-Hant")
    assert english.keys() == chinese.keys()
    assert {k: gaps(s) for k, s in english.items()} == {k: gaps(s) for k, s in chinese.items()}


def test_a_number_agrees_with_what_it_counts() -> None:
    def found(turns: int) -> str:
        return words.say("solve.found", side="Black", turns=turns, by="vcf")

    assert "wins in 1 turn (vcf)" in found(1)
    assert "wins in 3 turns (vcf)" in found(3)
    assert words.say("check.plies", plies=2) == "at most 2 plies"
    assert words.filled("{a:ply}, {b:second opinion}", a="1", b=0) == "1 ply, 0 second opinions"


def test_a_sentence_is_said_in_both_languages_with_its_gaps_filled() -> None:
    assert words.say("turn.one", side=words.colour("black")) == "Black to move."
    assert words.say("turn.one", "zh-Hant", side=words.colour("black", "zh-Hant")) == "輪到黑方。"


def test_what_no_catalogue_knows_is_said_as_it_is() -> None:
    assert words.say("no.such-key") == "no.such-key"
    assert words.colour("north") == "north"
    assert words.reason("struck-by-lightning") == "struck-by-lightning"


def test_an_unknown_language_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match=r"'fr'.*en, zh-Hant"):
        words.catalogue("fr")
