"""Errors as problem documents (RFC 9457), each with a sentence a person can act on."""

from __future__ import annotations

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from starlette.exceptions import HTTPException

from kikashi.law import GameError, IllegalMoveError

MEDIA_TYPE = "application/problem+json"

TITLES = {
    400: "Bad request",
    403: "Forbidden",
    404: "Not found",
    405: "Method not allowed",
    413: "Too large",
    415: "Wrong type of content",
    422: "Cannot be done",
    500: "Internal error",
}

CODES = {404: "not-found", 405: "method-not-allowed", 413: "too-large"}


class Problem(BaseModel):
    """What went wrong. `code` is stable, for programs; `detail` is for people."""

    type: str = "about:blank"
    title: str
    status: int
    code: str
    detail: str


def response(status: int, code: str, detail: str) -> JSONResponse:
    """A problem document as an answer."""
    problem = Problem(title=TITLES.get(status, "Error"), status=status, code=code, detail=detail)
    return JSONResponse(problem.model_dump(), status_code=status, media_type=MEDIA_TYPE)


def install(app: FastAPI) -> None:
    """Turns every refusal of the app into a problem document."""

    @app.exception_handler(GameError)
    async def refused(_request: Request, refusal: GameError) -> JSONResponse:
        code = "illegal-move" if isinstance(refusal, IllegalMoveError) else "refused"
        return response(422, code, str(refusal))

    @app.exception_handler(RequestValidationError)
    async def malformed(_request: Request, refusal: RequestValidationError) -> JSONResponse:
        first = refusal.errors()[0]
        where = ".".join(str(part) for part in first["loc"] if part != "body") or "the request"
        return response(422, "malformed", f"{where}: {first['msg']}")

    @app.exception_handler(HTTPException)
    async def http(_request: Request, refusal: HTTPException) -> JSONResponse:
        code = CODES.get(refusal.status_code, "refused")
        return response(refusal.status_code, code, str(refusal.detail))
