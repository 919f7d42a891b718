"""What every room promises, tried on every room that the registry finds."""

from __future__ import annotations

import itertools
from xml.etree import ElementTree

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kikashi.drawing import Marks, Scene, to_svg, to_terminal
from kikashi.games import room as find_room
from kikashi.games import room_ids, rooms
from kikashi.law import (
    CHANCE,
    PUBLIC,
    BadOptionError,
    GameError,
    IllegalMoveError,
    Options,
    Room,
)
from kikashi.law.capabilities import LANGUAGES
from kikashi.protocols.registry import protocols_of
from tests.contract.choices import case_name, cases
from tests.contract.playouts import command, playout

CASES = cases()
GARBAGE = ("", " ", "zz99", "a0", "\x00", "💥", "-", "a1 b1", "a1,b1", "a" * 5000, "İ", "setup")

every_case = pytest.mark.parametrize(
    ("room", "options"), CASES, ids=[case_name(case) for case in CASES]
)
every_room = pytest.mark.parametrize("room", rooms(), ids=room_ids())


@every_case
def test_moves_turns_and_results_agree(room: Room, options: Options) -> None:
    for position, _ in playout(room, options):
        moves, where = position.legal_moves(), command(position)
        over = position.result() is not None
        assert len(set(moves)) == len(moves), where
        assert bool(moves) != over, where
        assert (position.moves_left == 0) == over, where
        assert all(move and not set(move) & set(" ,\n=") for move in moves), where
        assert position.game == room.id
        assert dict(position.options) == dict(options)
        assert 0 <= position.to_move < position.players or position.to_move == CHANCE, where
        assert tuple(o.move for o in position.outcomes()) == (
            moves if position.to_move == CHANCE else ()
        ), where
        assert all(type(o.weight) is int and o.weight > 0 for o in position.outcomes()), where
        result = position.result()
        if result is not None:
            assert len(result.payoffs) == position.players, where
            assert result.reason, where


@every_case
def test_a_game_without_cycles_comes_to_an_end(room: Room, options: Options) -> None:
    if room.capabilities(options).cycles:
        return
    for seed in range(3):
        *_, (last, _) = playout(room, options, seed, steps=2000)
        assert last.result() is not None, command(last)


@every_case
def test_texts_are_one_line_and_are_read_back_at_every_step(room: Room, options: Options) -> None:
    for position, _ in playout(room, options, seed=2):
        text = position.to_text()
        again = room.from_text(text, options)
        assert text.isprintable(), command(position)
        assert text.strip() == text != "", command(position)
        assert again.to_text() == text
        assert again == position, command(position)
        assert hash(again) == hash(position)
        assert (again.key(), again.history_key()) == (position.key(), position.history_key())
        assert (again.to_move, again.moves_left) == (position.to_move, position.moves_left), text
        assert again.legal_moves() == position.legal_moves(), command(position)
        assert again.result() == position.result(), command(position)


@every_case
def test_moves_in_record_order_are_a_text_too(room: Room, options: Options) -> None:
    steps = list(playout(room, options, seed=3, steps=25))
    moves = [move for _, move in steps if move is not None]
    assert room.from_text(" ".join(moves[: len(steps) - 1]), options) == steps[-1][0]


@every_case
def test_a_position_never_changes(room: Room, options: Options) -> None:
    for position, move in itertools.islice(playout(room, options, seed=4), 12):
        if move is None:
            continue
        before = (position.to_text(), position.legal_moves(), position.key(), position.to_move)
        position.play(move)
        position.transform(position.symmetries()[-1])
        position.view(0)
        room.scene(position.view_of_mover())
        after = (position.to_text(), position.legal_moves(), position.key(), position.to_move)
        assert before == after, command(position)
        for name in list(vars(position)):
            with pytest.raises(AttributeError):
                setattr(position, name, None)


@every_case
def test_moves_that_are_not_legal_are_refused_with_a_sentence(room: Room, options: Options) -> None:
    played: list[str] = []
    for position, move in playout(room, options, seed=5):
        legal = set(position.legal_moves())
        for bad in (*GARBAGE, *played[-3:]):
            if bad not in legal:
                with pytest.raises(IllegalMoveError) as refusal:
                    position.play(bad)
                assert len(str(refusal.value)) > 8
        if move is not None:
            played.append(move)


@every_case
def test_texts_that_are_garbage_are_refused_with_a_sentence(room: Room, options: Options) -> None:
    first = room.start(options).legal_moves()[0]
    for bad in (
        "zz99",
        "setup zz99",
        "setup",
        "\x00",
        "a" * 100_000,
        f"{first} zz99",
        "{}",
        "=" * 99,
    ):
        with pytest.raises(GameError) as refusal:
            room.from_text(bad, options)
        assert len(str(refusal.value)) > 8


@every_room
@settings(suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_text_is_read_or_refused_and_nothing_else(room: Room, data: st.DataObject) -> None:
    words = [
        *room.example.split(),
        *room.start().to_text().split(),
        "setup",
        "=",
        "-",
        "left=9",
        "x",
    ]
    text = data.draw(st.text(max_size=30) | st.lists(st.sampled_from(words)).map(" ".join))
    try:
        position = room.from_text(text)
    except GameError:
        return
    assert room.from_text(position.to_text()) == position


@every_case
def test_symmetries_map_moves_positions_and_results(room: Room, options: Options) -> None:
    for position, move in itertools.islice(playout(room, options, seed=6), 0, None, 5):
        names = position.symmetries()
        assert names[0] == "identity"
        assert len(set(names)) == len(names)
        assert position.transform("identity") == position
        for symmetry in (*names[:8], names[-1]):
            seen = position.transform(symmetry)
            moved = {position.transform_move(symmetry, m) for m in position.legal_moves()}
            assert moved == set(seen.legal_moves()), (symmetry, command(position))
            assert seen.result() == position.result(), (symmetry, command(position))
            assert seen.to_move == position.to_move
            assert room.from_text(seen.to_text(), options) == seen
            if move is not None:
                then = seen.play(position.transform_move(symmetry, move))
                assert then == position.play(move).transform(symmetry), (
                    symmetry,
                    command(position),
                )
        with pytest.raises(GameError, match="symmetry"):
            position.transform("no such symmetry")


@every_case
def test_views_hide_what_the_record_says_and_nothing_else(room: Room, options: Options) -> None:
    hidden = room.capabilities(options).hidden
    for position, _ in playout(room, options, seed=7, steps=20):
        for player in range(position.players):
            view = position.view(player)
            assert (view.game, view.player) == (room.id, player)
            assert dict(view.options) == dict(options)
            assert hidden or view.text == position.to_text(), command(position)
        for nobody in (-1, position.players):
            with pytest.raises(GameError, match="no player"):
                position.view(nobody)


@every_case
def test_the_capability_record_is_true(room: Room, options: Options) -> None:
    record = room.capabilities(options)
    start = room.start(options)
    met_chance = any(p.to_move == CHANCE for p, _ in playout(room, options))
    assert record.players == start.players == len(room.player_names(options))
    assert record.chance == met_chance
    assert record.twin == room.has_part("twin")
    assert record.protocols == protocols_of(start)
    assert set(record.claims) <= {kind.name for kind in room.claims}
    assert len({kind.name for kind in room.claims}) == len(room.claims)


@every_case
def test_a_scene_is_drawn_in_every_way(room: Room, options: Options) -> None:
    positions = [p for p, _ in playout(room, options, seed=8, steps=12)]
    for position in (positions[0], positions[-1]):
        for language in LANGUAGES:
            scene = room.scene(position.view_of_mover(), Marks(language=language))
            assert scene.language == language
            assert scene.title
            picture = ElementTree.fromstring(to_svg(scene, "dark"))
            assert picture.tag.endswith("svg")
            assert ElementTree.fromstring(to_svg(scene)).find("{*}title") is not None
            assert to_terminal(scene).startswith(scene.title)
            sent = msgspec.json.encode(scene)
            assert msgspec.json.decode(sent, type=Scene) == scene
            assert all(0 <= s.x <= scene.width and 0 <= s.y <= scene.height for s in scene.stones)


@every_case
def test_a_scene_offers_every_move_of_its_viewer_at_places_that_it_shows(
    room: Room, options: Options
) -> None:
    for position, _ in playout(room, options, seed=9, steps=8):
        for player in (*range(position.players), PUBLIC):
            view = position.view(player)
            scene = room.scene(view)
            assert [choice.word for choice in scene.choices] == list(view.legal_moves)
            places = {point.cell for point in scene.points}
            for choice in scene.choices:
                touched = tuple(cell for cell in (choice.start, choice.end) if cell in places)
                assert room.touched(choice.word) == touched, choice
            items = [item for tray in scene.trays for item in tray.items]
            taken = [item.place for item in items if item.place]
            assert len(set(taken)) == len(taken), command(position)
            places |= set(taken)
            faces = {face.id for face in scene.faces}
            assert all({choice.start, choice.end} - {""} <= places for choice in scene.choices)
            assert {item.face for item in items} - {""} <= faces, command(position)
            assert {stone.face for stone in scene.stones} - {""} <= faces, command(position)
            assert all(set(face.names) == set(LANGUAGES) for face in scene.faces)
            seated = {seat.player for seat in scene.seats}
            assert seated in (set(), set(range(position.players)))


@every_case
def test_options_have_one_normal_form(room: Room, options: Options) -> None:
    assert room.normal_options(options) == options
    assert list(options) == [option.name for option in room.options]
    assert room.start(options) == room.start(dict(reversed(list(options.items()))))
    with pytest.raises(BadOptionError, match="nonsense"):
        room.start({**options, "nonsense": "1"})


@every_room
def test_every_option_is_explained_and_refuses_garbage(room: Room) -> None:
    for option in room.options:
        assert set(option.help) == set(LANGUAGES)
        assert option.normal(option.default) == option.default
        for bad in ("", "💥", "-9999", "9" * 5000, "\x00", "x" * 5000, "1e3", "٣"):
            with pytest.raises(BadOptionError) as refusal:
                room.start({option.name: bad})
            assert option.name in str(refusal.value)
            assert len(str(refusal.value)) < 400


@every_room
def test_rules_are_told_in_both_languages_and_name_the_game(room: Room) -> None:
    assert set(room.names) == set(LANGUAGES)
    for language in LANGUAGES:
        text = room.rules_text(language)
        assert text.startswith("# ")
        assert room.names[language] in text
        assert all(f"`{o.name}" in text or f"{o.name}=" in text for o in room.options), language
        assert room.title(room.normal_options(None), language)
    for language in ("fr", "../en", ""):
        with pytest.raises(GameError, match="en and zh-Hant"):
            room.rules_text(language)


@every_room
def test_the_example_of_a_room_is_a_position_in_play(room: Room) -> None:
    assert room.from_text(room.example) != room.start()
    assert room.from_text(room.example).result() is None


def test_the_registry_finds_rooms_by_id_and_names_them_when_asked_for_another() -> None:
    assert list(room_ids()) == sorted(room_ids())
    assert [room.id for room in rooms()] == list(room_ids())
    with pytest.raises(GameError, match=room_ids()[0]):
        find_room("no-such-game")
