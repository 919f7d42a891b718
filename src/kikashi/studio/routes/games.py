"""The games that are here, positions of them, and a quick reply: nothing is kept between two."""

from __future__ import annotations

from fastapi import APIRouter, Response

from kikashi.studio import models, problems, scenes, service

router = APIRouter(prefix="/api", tags=["games"], responses=problems.documented())


@router.get("/games")
def list_games() -> models.GamesAnswer:
    """The games that can be played here."""
    return service.described_games()


@router.get("/games/{game}/rules")
def read_rules(game: models.GameId, language: models.Language = "en") -> models.RulesAnswer:
    """The rules of a game for people and its further pages, as Markdown texts."""
    room = service.playable_room(game)
    pages = [
        models.PageAnswer(name=name, title=text.partition("\n")[0].lstrip("# "), text=text)
        for name, text in room.pages(language).items()
    ]
    return models.RulesAnswer(
        game=game, language=language, text=room.rules_text(language), pages=pages
    )


@router.get("/games/{game}/faces")
def read_faces(game: models.GameId, response: Response) -> models.FacesAnswer:
    """How pieces, cards and tiles of a game look and are called; scenes name them by their ids."""
    response.headers["Cache-Control"] = "max-age=3600"
    return models.FacesAnswer(faces=scenes.faces(service.playable_room(game)))


@router.post("/positions")
def read_position(query: models.PositionQuery) -> models.PositionAnswer:
    """The position after some moves; an illegal one is refused with its number."""
    return service.position(query)


@router.post("/names")
def read_names(query: models.NamesQuery) -> models.NamesAnswer:
    """How people write the moves of some lines, in the notation that is usual in a language."""
    return service.names(query)


@router.post("/replies")
def ask_for_reply(query: models.ReplyQuery) -> models.ReplyAnswer:
    """What a computer player does with the rest of this turn."""
    return service.reply(query)
