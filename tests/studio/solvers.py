"""Players who know the answers, because they look into the studio's own store."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI

from kikashi.games import room
from kikashi.law.winning_set_room import stones_of
from kikashi.law.winning_sets import StonePosition
from kikashi.search import Limits, solve
from kikashi.studio.services import solving
from kikashi.studio.services.solving import Asked
from kikashi.studio.store.solving import AttemptRow
from tests.studio.client import Client


def asked(app: FastAPI, attempt: str) -> Asked:
    """An attempt with its puzzle, answers and all."""
    store = app.state.studio.store
    with store.session() as session:
        person = session.get_one(AttemptRow, attempt).person_id
    return solving.read(store, person, attempt)


def answers(app: FastAPI, attempt: str) -> list[list[str]]:
    """The first turns that are right, on the board as it is shown."""
    found = asked(app, attempt)
    start = found.puzzle.start()
    return [list(turn) for turn in found.disguise.dress_turns(start, found.puzzle.answers)]


def board(game: str, position: dict[str, Any]) -> StonePosition:
    """The position that an answer of the API shows."""
    return stones_of(room(game).from_text(position["text"], position["options"]))


def winning_turn(position: StonePosition) -> list[str]:
    """A whole turn that begins the fastest win."""
    found = solve(position, limits=Limits(nodes=300_000), most_turns=60)
    assert found.verdict == "win", position
    return whole(position, found.line[0])


def whole(position: StonePosition, stones: Any) -> list[str]:
    """Stones of a turn, with spare ones where it has more."""
    turn = list(stones)
    spare = (move for move in position.legal_moves() if move not in turn)
    while len(turn) < position.moves_left:
        turn.append(next(spare))
    return turn


def quiet_turn(position: StonePosition) -> list[str]:
    """Stones far from everything: they make no threat and stop none."""
    cells = position.rules.coordinates
    taken = [cells[i] for i in range(len(cells)) if position.occupied >> i & 1]

    def distance(move: str) -> float:
        at = cells[position.rules.index[move]]
        return min(max(abs(a - b) for a, b in zip(at, other, strict=True)) for other in taken)

    far = sorted(position.legal_moves(), key=lambda move: (-distance(move), move))
    return far[: position.moves_left]


def begin(client: Client, game: str = "connect6", **wish: Any) -> dict[str, Any]:
    """A puzzle of that kind."""
    answer = client.post("/api/puzzles/attempts", {"game": game, **wish})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def play(client: Client, attempt: dict[str, Any], turn: list[str]) -> dict[str, Any]:
    """The attempt after a turn."""
    query = {"moves": turn, "after": len(attempt["turns"])}
    answer = client.post(f"/api/puzzles/attempts/{attempt['id']}/turns", query)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def solve_it(client: Client, attempt: dict[str, Any]) -> dict[str, Any]:
    """Plays the fastest win to the end."""
    while attempt["state"] == "open":
        here = board(attempt["game"], attempt["position"])
        attempt = play(client, attempt, winning_turn(here))
        assert attempt["verdict"] in ("solved", "goes-on"), attempt["verdict"]
    return attempt


def fail_it(client: Client, attempt: dict[str, Any]) -> dict[str, Any]:
    """Leaves a threat of the other side: a puzzle of the theme `parries` has one."""
    here = board(attempt["game"], attempt["position"])
    return play(client, attempt, quiet_turn(here))
