"""Games with another person: by link, with their leave, once more; and games of others."""

from __future__ import annotations

from fastapi import FastAPI

from tests.studio.client import Client, problem
from tests.studio.playing import GAMES, act, done, move, new, see

SMALL = {"size": "5x5", "k": "4"}


def test_hints_are_not_for_games_against_people(client: Client, friend: Client) -> None:
    name = new(client, "me", "friend")["id"]
    problem(act(client, name, "hint"), 422, "refused")
    done(act(friend, name, "join"))
    problem(act(client, name, "hint"), 403, "no-hints")
    assert "hint" not in see(client, name)["may"]


def test_a_friend_comes_by_the_link_and_both_play(
    app: FastAPI, client: Client, friend: Client
) -> None:
    name = new(client, "friend", "me", options=SMALL)["id"]
    waiting = see(client, name)
    assert waiting["linked"]
    assert [seat["kind"] for seat in waiting["seats"]] == ["open", "person"]
    problem(move(client, name, "a1"), 422, "refused")
    assert see(friend, name)["may"] == ["join"]
    joined = done(act(friend, name, "join"))
    assert joined["your_turn"]
    problem(move(client, name, "a1"), 403, "not-your-turn")
    done(move(friend, name, "a1"))
    assert see(client, name)["your_turn"]
    done(move(client, name, "b1"))
    problem(act(friend, name, "join"), 422, "refused")
    onlooker = Client(app)
    assert see(onlooker, name)["may"] == []
    problem(act(onlooker, name, "join"), 422, "refused")
    problem(move(onlooker, name, "c1"), 403, "not-your-turn")
    for what in ("resign", "take-back", "go-on"):
        problem(act(onlooker, name, what), 403, "not-your-game")
    assert done(act(friend, name, "resign"))["result"]["winner"] == 1
    for person in (client, friend):
        assert done(person.get(GAMES))["games"][0]["id"] == name


def test_a_friend_is_asked_before_a_turn_is_taken_back(client: Client, friend: Client) -> None:
    name = new(client, "me", "friend", options=SMALL)["id"]
    done(act(friend, name, "join"))
    done(move(client, name, "a1"))
    done(move(friend, name, "b1"))
    asked = done(act(client, name, "take-back"))
    assert asked["take_back_asked"] == 0
    assert len(asked["position"]["moves"]) == 2
    problem(act(client, name, "take-back/answer", {"accept": True}), 422, "refused")
    assert "answer-take-back" in see(friend, name)["may"]
    refused = done(act(friend, name, "take-back/answer", {"accept": False}))
    assert len(refused["position"]["moves"]) == 2
    assert refused["take_back_asked"] is None
    done(act(client, name, "take-back"))
    assert done(act(friend, name, "take-back/answer", {"accept": True}))["position"]["moves"] == []


def test_both_are_offered_one_rematch_with_colours_swapped(client: Client, friend: Client) -> None:
    name = new(client, "me", "friend", clock="300+5")["id"]
    problem(act(client, name, "rematch"), 422, "refused")
    done(act(friend, name, "join"))
    assert "rematch" not in see(client, name)["may"]
    done(act(friend, name, "resign"))
    over = see(friend, name)
    assert ("rematch" in over["may"], over["rematch"]) == (True, None)
    made = done(act(client, name, "rematch"), 201)
    assert [seat["you"] for seat in made["seats"]] == [False, True], "colours are swapped"
    assert (made["clock"]["control"], made["position"]["moves"]) == ("300+5", [])
    assert see(friend, name)["rematch"] == made["id"], "the friend learns of it"
    joined = done(act(friend, name, "rematch"), 201)
    assert (joined["id"], joined["your_turn"]) == (made["id"], True)
    stranger = done(act(client, name, "rematch"), 201)
    assert stranger["id"] == made["id"], "there is one"


def test_three_people_are_offered_one_rematch_with_seats_turned_by_one(
    app: FastAPI, client: Client, friend: Client
) -> None:
    third = Client(app)
    three = {"players": "3", "size": "9x9"}
    name = new(client, "me", "friend", "friend", game="goclub", options=three)["id"]
    for one in (friend, third):
        done(act(one, name, "join"))
    # Black completes a club: its centre on e5, its petals around it.
    turns = ("e5", "a1", "i1", "g5", "a2", "i2", "c5", "b1", "h1", "e7", "b2", "h2", "e3")
    for number, cell in enumerate(turns):
        done(move((client, friend, third)[number % 3], name, cell))
    assert see(third, name)["over"]
    made = done(act(friend, name, "rematch"), 201)
    assert see(client, name)["rematch"] == see(third, name)["rematch"] == made["id"]
    seats = []
    for one in (client, friend, third):
        joined = done(act(one, name, "rematch"), 201)
        assert joined["id"] == made["id"], "there is one"
        seats.append([seat["you"] for seat in joined["seats"]].index(True))
    assert sorted(seats) == [0, 1, 2], "everybody sits in it, each on a seat of their own"
    assert all(now != before for before, now in enumerate(seats)), "nobody keeps their colour"


def test_another_person_s_game_is_not_there(client: Client, friend: Client) -> None:
    name = new(client, "me", "level:1")["id"]
    for answer in (
        friend.get(f"{GAMES}/{name}"),
        friend.get(f"{GAMES}/{name}/events"),
        friend.get(f"{GAMES}/{name}/record"),
        friend.post(f"{GAMES}/{name}/moves", {"moves": ["h8"], "after": 0}),
        act(friend, name, "resign"),
        act(friend, name, "hint"),
        act(friend, name, "join"),
        act(friend, name, "take-back"),
        friend.delete(f"{GAMES}/{name}"),
    ):
        problem(answer, 404, "not-found")
    assert name not in [game["id"] for game in done(friend.get(GAMES))["games"]]
    assert see(client, name)["result"] is None


def test_a_game_of_one_s_own_can_be_deleted_and_one_with_another_person_not(
    client: Client, friend: Client
) -> None:
    name = new(client, "me", "level:1")["id"]
    assert client.delete(f"{GAMES}/{name}").status_code == 204
    problem(client.get(f"{GAMES}/{name}"), 404, "not-found")
    shared = new(client, "me", "friend")["id"]
    done(act(friend, shared, "join"))
    problem(client.delete(f"{GAMES}/{shared}"), 403, "not-yours-alone")
