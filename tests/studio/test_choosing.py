"""Which puzzle a person gets: one of the nearest that they have not met."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from random import Random

import pytest
from sqlalchemy import select

from kikashi.studio.people import Person, new_id
from kikashi.studio.services import catalogue, choosing, solving
from kikashi.studio.services.choosing import Wish
from kikashi.studio.settings import Settings
from kikashi.studio.state import Studio
from kikashi.studio.store.solving import CardRow, CardTagRow

pytestmark = pytest.mark.slow

GAME = "gomoku"


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    made = Studio(Settings(database=str(tmp_path_factory.mktemp("choosing") / "studio.db")))
    catalogue.ready(made)
    yield made
    made.close()


@pytest.fixture
def person(studio: Studio) -> str:
    somebody = Person(new_id())
    studio.people.remember(somebody)
    return somebody.id


def distances(
    studio: Studio, target: float, met: Collection[str] = (), shortest: int = 1
) -> list[float]:
    """How far from a rating the puzzles lie that somebody has not met, the nearest first."""
    with studio.store.session() as session:
        query = select(CardRow.id, CardRow.value).where(CardRow.game == GAME)
        cards = session.execute(query.where(CardRow.length >= shortest))
        return sorted(abs(value - target) for name, value in cards if name not in met)


@pytest.mark.parametrize("target", [0.0, 1_000.0, 1_437.5, 9_000.0])
def test_a_new_puzzle_is_one_of_the_nearest(studio: Studio, person: str, target: float) -> None:
    farthest = distances(studio, target)[choosing.NEAR - 1]
    drawn = set()
    with studio.store.session() as session:
        for seed in range(60):
            card = choosing.choose_new(session, person, Wish(GAME), target, Random(seed))
            assert card is not None
            assert abs(card.value - target) <= farthest
            drawn.add(card.id)
    assert 1 < len(drawn) <= choosing.NEAR


def test_what_was_met_makes_room_for_the_next_nearest(studio: Studio, person: str) -> None:
    met: set[str] = set()
    longer = Wish(GAME, 2)  # a newcomer who does not say so begins with puzzles of one turn
    for _ in range(40):
        asked = solving.begin(studio.store, person, longer, solving.NEW)
        assert asked.card.id not in met
        assert abs(asked.card.value - 1500) <= distances(studio, 1500, met, 2)[choosing.NEAR - 1]
        met.add(asked.card.id)


@pytest.mark.parametrize("every", [False, True])
def test_tags_length_and_what_is_unwanted_are_kept_to(
    studio: Studio, person: str, every: bool
) -> None:
    with studio.store.session() as session:
        tags: dict[str, set[str]] = {}
        for name, tag in session.execute(
            select(CardTagRow.card_id, CardTagRow.tag).join(CardRow).where(CardRow.game == GAME)
        ):
            tags.setdefault(tag, set()).add(name)
        first, second, third = sorted(tags, key=lambda tag: -len(tags[tag]))[:3]
        middling = set(session.scalars(select(CardRow.id).where(CardRow.length.between(2, 4))))
        both = tags[first] & tags[second] if every else tags[first] | tags[second]
        wanted = (both - tags[third]) & middling
        wish = Wish(GAME, 2, 4, (first, second), every, (third,))
        assert choosing.count(session, person, wish) == (len(wanted), len(wanted))
        for seed in range(20):
            card = choosing.choose_new(session, person, wish, 1_500.0, Random(seed))
            assert (card.id in wanted) if card else not wanted
