"""The law: phases, options, texts, views that hide what they must."""

from __future__ import annotations

from random import Random

import pytest

from kikashi.games import room
from kikashi.games.honeymoon.cards import DECK, HAND
from kikashi.games.honeymoon.knowledge import knowledge_of
from kikashi.games.honeymoon.table import UNSEEN, Table
from kikashi.law import CHANCE, PUBLIC, BadTextError, IllegalMoveError
from kikashi.play.referee import Referee

HONEYMOON = room("honeymoon")


def random_game(seed: int, options: dict[str, str] | None = None) -> list[Table]:
    """Every position of a game of random moves, with short auctions."""
    random = Random(seed)
    position = HONEYMOON.start(options)
    assert isinstance(position, Table)
    found = [position]
    while position.result() is None:
        moves = position.legal_moves()
        position = position.play(random.choice(moves[:4] if moves[0] == "pass" else moves))
        found.append(position)
    return found


@pytest.mark.parametrize("form", ["contest", "classic"])
def test_a_game_deals_bids_exchanges_and_plays_thirteen_tricks(form: str) -> None:
    for seed in range(6):
        game = random_game(seed, {"form": form})
        last = game[-1]
        reason = last.result()
        assert reason is not None
        if reason.reason == "passed-out":
            continue
        assert sum(last.state.tricks) == HAND
        assert len(last.state.gone) == 52
        assert last.state.stock == ()
        assert HONEYMOON.from_text(last.to_text(), {"form": form}) == last
        assert sum(reason.payoffs) == 0


@pytest.mark.thorough
@pytest.mark.parametrize("options", [{}, {"form": "classic"}, {"loser": "shown"}, {"ruff": "no"}])
def test_what_a_player_works_out_from_the_view_is_true(options: dict[str, str]) -> None:
    for seed in range(4):
        for position in random_game(seed, options):
            state = position.state
            if state.phase in ("deal", "over"):
                continue
            for player in range(2):
                known = knowledge_of(position.view(player))
                assert known.mine == state.hands[player]
                assert known.theirs <= state.hands[1 - player]
                assert known.their_count == len(state.hands[1 - player])
                assert known.phase == state.phase
                if state.to_move != CHANCE:
                    assert known.to_move == state.to_move
                    assert known.led == state.led
                    assert known.upcard == state.upcard
                for suit, most in known.most.items():
                    held = {c for c in state.hands[1 - player] - known.theirs if c[0] == suit}
                    assert len(held) <= most, "a suit that was not followed to came from nowhere"
                if state.phase == "play":
                    assert known.their_hand() == state.hands[1 - player]


def shuffled_twin(position: Table, player: int, random: Random) -> Table | None:
    """Another game that looks the same to `player`: unseen cards change places."""
    words = list(position.moves)
    hidden = []
    here = HONEYMOON.start(position.options)
    for number, word in enumerate(words):
        if here.seen(word, player) == UNSEEN:
            hidden.append(number)
        here = here.play(word)
    assert isinstance(here, Table)
    played = here.state.gone | {here.state.led}
    movable = [n for n in hidden if words[n] not in played]
    pool = [
        *(words[n] for n in movable),
        *(here.state.stock if here.state.to_move != CHANCE else ()),
    ]
    random.shuffle(pool)
    for number, card in zip(movable, pool, strict=False):
        words[number] = card
    try:
        twin = HONEYMOON.start(position.options).play_all(words)
    except IllegalMoveError:
        return None  # somebody would have had to follow suit
    assert isinstance(twin, Table)
    return twin


def test_states_that_are_equal_to_a_player_give_equal_views() -> None:
    random = Random(2)
    differing = 0
    for seed in range(12):
        for position in random_game(seed)[27:80:7]:
            for player in (0, 1, PUBLIC):
                twin = shuffled_twin(position, player, random)
                if twin is None or twin.result() is not None:
                    continue
                differing += twin.to_text() != position.to_text()
                assert twin.view(player) == position.view(player)
    assert differing > 20


def test_nobody_sees_the_stock_or_the_other_hand() -> None:
    position = next(game[40] for game in map(random_game, range(9)) if len(game) > 60)
    for player in (0, 1, PUBLIC):
        view = position.view(player)
        assert view.whole is None
        mine = position.state.hands[player] if player != PUBLIC else frozenset()
        open_cards = position.state.gone | mine | {position.state.upcard, position.state.led}
        shown = {word for word in view.text.split() if word in DECK}
        taken = {w for w in shown if w not in open_cards}
        assert taken <= position.state.hands[0] | position.state.hands[1], "only taken open cards"


def test_a_referee_deals_the_same_cards_from_the_same_seed() -> None:
    one, two = (Referee(HONEYMOON.start(), b"seed") for _ in range(2))
    assert one.game.position == two.game.position
    assert one.waiting_for() == (0,)
    assert len(one.view(0).history) == 26
    assert one.view(0).history.count(UNSEEN) == 13


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("first=A... second=A... trump=S lead=first", "both hands hold SA"),
        ("first=AK... second=Q... trump=S lead=first", "equally many"),
        ("first=A.. second=K... trump=S lead=first", "four suits"),
        ("first=X... second=K... trump=S lead=first", "ranks"),
        ("first=A... second=K... trump=X lead=first", "trump is"),
        ("first=A... second=K... trump=S lead=north", "lead is"),
        ("first=A... second=K... trump=S", "each field once"),
        ("SA SA", "move 2"),
        ("x" * 3000, "characters"),
    ],
)
def test_bad_texts_get_a_sentence(text: str, why: str) -> None:
    with pytest.raises(BadTextError, match=why):
        HONEYMOON.from_text(text)


def test_refusals_say_what_is_wrong() -> None:
    position = HONEYMOON.from_text("first=AK.2.. second=Q.34.. trump=none lead=first")
    with pytest.raises(IllegalMoveError, match="does not hold"):
        position.play("SQ")
    with pytest.raises(IllegalMoveError, match="does not follow suit: SA was led"):
        position.play("SA").play("H3")


def test_scores_by_contract_and_by_tricks() -> None:
    for seed in range(30):
        last = random_game(seed, {"score": "tricks"})[-1]
        result = last.result()
        assert result is not None
        if result.reason == "passed-out":
            assert result.payoffs == (0, 0)
            continue
        state = last.state
        over = state.tricks[state.declarer] - 6 - state.level
        assert result.payoffs[state.declarer] == (over + 1 if over >= 0 else over)
        assert result.reason == ("made" if over >= 0 else "beaten")
