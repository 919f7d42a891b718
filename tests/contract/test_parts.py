"""The parts of every room are what `kikashi.law.parts` says: whole, and called alike."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from kikashi.games import rooms
from kikashi.law import Room, parts, puzzle_parts, record_parts

MAIN: dict[str, type] = {
    "drawing": parts.Drawing,
    "engine": parts.Engine,
    "hindsight": puzzle_parts.Hindsight,
    "judge": parts.Judging,
    "claiming": puzzle_parts.Claiming,
    "counsel": puzzle_parts.Counsel,
    "notation": record_parts.Notation,
    "own_records": record_parts.OwnRecords,
    "provers": parts.Prover,
    "questions": puzzle_parts.Questions,
    "slow": parts.SecondOpinion,
    "strategy": parts.Strategic,
    "study": parts.Study,
    "themes": parts.Themes,
    "twin": parts.TwinPart,
    "verbs": parts.Verbs,
    "words": parts.Vocabulary,
}
FURTHER: dict[str, tuple[type, ...]] = {
    "drawing": (parts.ThreatMap,),
    "engine": (
        parts.CandidateEngine,
        parts.OpeningEngine,
        parts.OtherPlayers,
        parts.QuickEngine,
        parts.ScaledEngine,
        parts.ShareEngine,
        parts.SharedEngine,
    ),
    "provers": (
        parts.FirstTurnProver,
        parts.FlaggedProver,
        parts.ForcingProver,
        parts.IdleProver,
    ),
    "study": (parts.HeatMap,),
    "notation": (record_parts.UciNotation,),
}

pytestmark = pytest.mark.native


def functions(kind: type) -> dict[str, Any]:
    return {
        name: made
        for name, made in vars(kind).items()
        if inspect.isfunction(made) and not name.startswith("_")
    }


@pytest.mark.parametrize("room", rooms(), ids=lambda room: room.id)
@pytest.mark.parametrize("name", sorted(MAIN))
def test_a_part_has_all_that_its_type_asks_for(room: Room, name: str) -> None:
    if room.has_part(name):
        assert isinstance(room.part(name), MAIN[name])


@pytest.mark.parametrize("room", rooms(), ids=lambda room: room.id)
@pytest.mark.parametrize("name", sorted(FURTHER))
def test_a_part_that_has_some_of_a_further_type_has_all_of_it(room: Room, name: str) -> None:
    """An engine with `candidates` and without `WIDTH` would not be asked for them."""
    if not room.has_part(name):
        return
    module = room.part(name)
    for kind in FURTHER[name]:
        if any(hasattr(module, called) for called in functions(kind)):
            assert isinstance(module, kind), kind.__name__


@pytest.mark.parametrize("room", rooms(), ids=lambda room: room.id)
@pytest.mark.parametrize("name", sorted(MAIN))
def test_a_part_is_called_as_its_type_says(room: Room, name: str) -> None:
    """Arguments that are passed by position come in the same number, named ones by name."""
    if not room.has_part(name):
        return
    module = room.part(name)
    for kind in (MAIN[name], *FURTHER.get(name, ())):
        for called, wanted in functions(kind).items():
            made = getattr(module, called, None)
            if made is None:
                continue
            given = inspect.signature(made).parameters
            for asked in list(inspect.signature(wanted).parameters.values())[1:]:
                if asked.kind is inspect.Parameter.VAR_KEYWORD:
                    continue
                assert asked.name in given, f"{room.id}.{name}.{called} takes no {asked.name}"


@pytest.mark.parametrize("room", rooms(), ids=lambda room: room.id)
def test_flags_have_defaults_that_they_read_and_words_in_both_languages(room: Room) -> None:
    for flag in room.flags():
        flag.normal(flag.default)
        assert set(flag.help) == {"en", "zh-Hant"}
        for choice in flag.choices:
            flag.normal(choice)
        with pytest.raises(ValueError, match="no such"):
            flag.normal("no such value")


@pytest.mark.parametrize("room", rooms(), ids=lambda room: room.id)
def test_words_of_a_room_are_in_both_languages(room: Room) -> None:
    themes = room.themes()
    for words in (room.words(), themes.WORDS if themes is not None else {}):
        for key, word in words.items():
            assert set(word) == {"en", "zh-Hant"}, key
            assert all(word.values()), key
