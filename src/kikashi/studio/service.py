"""What the page asks for, answered by the laws. Nothing is kept between two questions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import msgspec

from kikashi import games
from kikashi.drawing import Marks, Scene, Threats
from kikashi.law import CHANCE, PUBLIC, GameError, Move, Option, Options, Position, Room, View
from kikashi.play import Game, Turn, computer, levels
from kikashi.play.players import SIMPLE
from kikashi.protocols import levels_door
from kikashi.studio.models import (
    ChoiceAnswer,
    ComputerAnswer,
    GameAnswer,
    GamesAnswer,
    NamesAnswer,
    NamesQuery,
    OptionAnswer,
    PositionAnswer,
    PositionQuery,
    ReplyAnswer,
    ReplyQuery,
    ResultAnswer,
    ThreatsAnswer,
    TurnAnswer,
)
from kikashi.studio.scenes import plain
from kikashi.words import LANGUAGES, say

MOST_NAMED = 2_000
"""Moves whose names are asked for at once: each is played by the law."""
MOST_STONES_FOR_THREATS = 3
"""Counting t costs (holes of a set)^(stones a turn): beyond three it is too slow for a page."""


@cache
def playable_rooms() -> tuple[Room, ...]:
    """The rooms that the page can play: those that can be drawn."""
    return tuple(room for room in games.rooms() if room.has_part("drawing"))


def computers(room: Room, options: Options) -> list[ComputerAnswer]:
    """The computer players of a game with these options, weakest first."""
    names = {SIMPLE: {language: say("player.simple", language) for language in LANGUAGES}}
    for level in levels.levels(room.id, options):
        names[f"{levels_door.LEVEL}{level.id}"] = dict(level.names)
    start = room.start(options)
    return [
        ComputerAnswer(id=name, names=names.get(name, {}), book=levels_door.has_book(start, name))
        for name in levels_door.player_names(start)
    ]


def describe(room: Room) -> GameAnswer:
    """A game as the page offers it."""
    usual = room.normal_options(None)
    return GameAnswer(
        id=room.id,
        names=dict(room.names),
        options=[
            OptionAnswer(
                name=option.name,
                default=option.default,
                help=_label(room, option),
                choices=[_choice(room, option.name, value) for value in option.choices],
            )
            for option in room.options
        ],
        player_names=list(room.player_names(usual)),
        sides={
            name: {language: room.colour(name, language) for language in LANGUAGES}
            for name in room.player_names(usual)
        },
        computers=computers(room, usual),
        provers=list(room.capabilities(usual).provers),
        threats=shows_threats(room.start(usual)),
        named=room.notation() is not None or room.names_moves(),
        completing=0 if (themes := room.themes()) is None else themes.COMPLETING,
    )


def _label(room: Room, option: Option) -> dict[str, str]:
    """What an option is about; its help, which also tells what to type, where there is no list."""
    key = f"option.{option.name}"
    said = {language: room.say(key, language) for language in LANGUAGES}
    return dict(option.help) if said["en"] == key else said


def _choice(room: Room, option: str, value: str) -> ChoiceAnswer:
    key = f"option.{option}.{value}"
    said = {language: room.say(key, language) for language in LANGUAGES}
    return ChoiceAnswer(value=value, names={} if said["en"] == key else said)


@cache
def described_games() -> GamesAnswer:
    """All of them; nothing of it changes while the studio runs."""
    return GamesAnswer(games=[describe(room) for room in playable_rooms()])


def playable_room(game: str) -> Room:
    """The room of a game; GameError names what there is."""
    room = games.room(game)
    if room not in playable_rooms():
        raise GameError(f"{game} cannot be played in the studio yet")
    return room


def replay(query: PositionQuery) -> Game:
    """The game that a query describes; a refusal names the move."""
    room = playable_room(query.game)
    options = room.normal_options(query.options)
    start = room.from_text(query.start, options) if query.start else room.start(options)
    return Game(start, query.moves)


def position(query: PositionQuery) -> PositionAnswer:
    """The position after the moves of a query."""
    return answer(replay(query), query)


def names(query: NamesQuery) -> NamesAnswer:
    """The moves of lines as people write them; a line that is not legal is named until there."""
    asked = PositionQuery(game=query.game, options=query.options, start=query.start)
    room, start = playable_room(query.game), replay(asked).position
    if sum(map(len, query.lines)) > MOST_NAMED:
        raise GameError(f"at most {MOST_NAMED} moves are named at once")
    return NamesAnswer(lines=[_line(room, start, line, query.language) for line in query.lines])


def _line(room: Room, start: Position, line: Sequence[Move], language: str) -> list[str]:
    if room.notation() is None:
        return list(_spoken(room, line, language))
    game, told = Game(start), list(line)
    for move in line:
        try:
            game.play(move)
        except GameError:
            break
    told[: len(game.moves)] = _names(room, game, language)
    return told


def reply(query: ReplyQuery) -> ReplyAnswer:
    """What a computer player does with the rest of this turn, and the position after it."""
    game = replay(query)
    asked = game.position.asked()
    if not asked:
        over = game.result is not None
        raise GameError("the game is over" if over else "chance is to move here, and not a player")
    opinion = computer(query.player, query.seed).turn(game.view(asked[0]))
    for move in opinion.moves:
        game.play(move)
    return ReplyAnswer(
        moves=list(opinion.moves), reason=opinion.reason, position=answer(game, query)
    )


def answer(
    game: Game, query: PositionQuery, seen: View | None = None, *, all_shown: bool = True
) -> PositionAnswer:
    """A game as the page shows it; of the query only what is to be shown counts.

    `seen` is what the asker may know now, else what the player to move may. Unless all is shown,
    the moves too are told as they saw them.
    """
    room = games.room(query.game)
    here = game.position
    if seen is None:
        asked = here.asked()
        seen = game.view(asked[0] if asked else PUBLIC)
    turns = game.turns if all_shown else game.turns_seen(seen.player)
    sides = _threats(game) if query.threats else ()
    complete = [turn for turn in turns if turn.complete]
    marks = Marks(
        last=_last(complete),
        pending=() if not turns or turns[-1].complete else turns[-1].moves,
        numbers=_numbers(game) if query.numbers else {},
        threats=sides,
        language=query.language,
    )
    result = seen.result
    names = iter(
        _names(room, game, query.notation or query.language)
        if all_shown
        else _spoken(room, seen.history, query.notation or query.language)
    )
    return PositionAnswer(
        game=room.id,
        options=dict(here.options),
        start=query.start,
        moves=list(game.moves if all_shown else seen.history),
        text=seen.text,
        player_names=list(room.player_names(here.options)),
        sides=[room.colour(name, query.language) for name in room.player_names(here.options)],
        to_move=seen.to_move,
        moves_left=seen.moves_left,
        computers=list(levels_door.player_names(here)),
        turns=[
            TurnAnswer(
                player=turn.player,
                moves=list(turn.moves),
                names=[next(names) for _ in turn.moves],
                complete=turn.complete,
            )
            for turn in turns
        ],
        result=None
        if result is None
        else ResultAnswer(reason=result.reason, payoffs=list(result.payoffs), winner=result.winner),
        ending="" if result is None else room.ending(here, result.reason, query.language),
        threats=[
            ThreatsAnswer(
                player=side.player,
                level=side.level,
                sets=len(side.sets),
                cells=list(side.cells),
                told=room.say(
                    "threats.told",
                    query.language,
                    side=room.colour(room.player_names(here.options)[side.player], query.language),
                    count=len(side.sets),
                    level=side.level,
                ),
            )
            for side in sides
        ],
        scene=plain(room, _with_names(room, here, seen, room.scene(seen, marks))),
    )


def _last(turns: Sequence[Turn]) -> tuple[Move, ...]:
    """The last turn of a player, and what chance made of it, as far as it can be marked."""
    if not turns:
        return ()
    last = len(turns) - 1
    while last > 0 and turns[last].player == CHANCE:
        last -= 1
    return tuple(move for turn in turns[last:] for move in turn.moves)


def _names(room: Room, game: Game, language: str) -> tuple[str, ...]:
    """The moves in the notation that is usual in a language, if the room has one."""
    notation = room.notation()
    if language == "words":
        return game.moves
    if notation is None:
        return _spoken(room, game.moves, language)
    before = zip(game.positions, game.moves, strict=False)
    return tuple(notation.usual(position, move, language) for position, move in before)


def _spoken(room: Room, moves: Sequence[Move], language: str) -> tuple[str, ...]:
    """Moves whose positions the asker may not know, or which need none."""
    if language == "words":
        return tuple(moves)
    return tuple(room.move_name(move, language) for move in moves)


def _with_names(room: Room, here: Position, seen: View, scene: Scene) -> Scene:
    """The scene with the names of its moves in every notation that people read here."""
    notation = room.notation()
    if notation is None:
        told = [_spoken(room, [one.word for one in scene.choices], name) for name in LANGUAGES]
        names = list(zip(*told, strict=True))
    elif seen.whole is None or not scene.choices:
        return scene
    else:
        legal = frozenset(here.legal_moves())
        names = [
            tuple(notation.usual(here, one.word, name) for name in LANGUAGES)
            if one.word in legal
            else ()
            for one in scene.choices
        ]
    choices = tuple(
        one if set(written) <= {one.word} else msgspec.structs.replace(one, names=written)
        for one, written in zip(scene.choices, names, strict=True)
    )
    return scene.changed(choices=choices)


def _numbers(game: Game) -> dict[str, int]:
    if games.room(game.position.game).on_points() is None:
        return {}  # where pieces move away there is nothing to write a number on
    return {move: number for number, turn in enumerate(game.turns, 1) for move in turn.moves}


def _threats(game: Game) -> tuple[Threats, ...]:
    here = game.position
    return games.room(here.game).threat_marks(here) if shows_threats(here) else ()


def shows_threats(position: Position) -> bool:
    """Whether threats can be shown on the board, and are few enough to be."""
    home = games.room(position.game)
    part = home.on_points()
    few = part is None or part.turn_stones(position)[1] <= MOST_STONES_FOR_THREATS
    return few and home.threat_map() is not None
