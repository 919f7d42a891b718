"""Errors as problem documents (RFC 9457), each with a sentence a person can act on."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from sqlalchemy.orm.exc import StaleDataError
from starlette.exceptions import HTTPException

from kikashi.law import GameError, IllegalMoveError
from kikashi.studio.work import JobFailure
from kikashi.words.refusing import known_in_chinese

MEDIA_TYPE = "application/problem+json"

TITLES = {
    400: "Bad request",
    401: "Log in first",
    403: "Forbidden",
    404: "Not found",
    405: "Method not allowed",
    409: "Changed meanwhile",
    413: "Too large",
    415: "Wrong type of content",
    422: "Cannot be done",
    429: "Too many requests",
    500: "Internal error",
    503: "Not done",
}

CODES = {404: "not-found", 405: "method-not-allowed", 413: "too-large"}


class Problem(BaseModel):
    """What went wrong. `code` is stable, for programs; `detail` is for people."""

    type: str = "about:blank"
    title: str
    status: int
    code: str
    detail: str


class Refusal(Exception):  # noqa: N818 - a refusal is an answer, not an error of ours
    """A request that is not done; raised anywhere below a route, answered as a problem."""

    def __init__(
        self, status: int, code: str, detail: str, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(detail)
        self.status, self.code, self.detail, self.headers = status, code, detail, headers


def too_many(detail: str, seconds: float) -> Refusal:
    """A refusal that says when to come again."""
    wait = max(1, math.ceil(seconds))
    text = f"{detail}; try again in {wait} second{'s' if wait > 1 else ''}"
    return Refusal(429, "too-many", text, {"Retry-After": str(wait)})


def not_found(detail: str) -> Refusal:
    """Something that is not there, or is not this person's."""
    return Refusal(404, "not-found", detail)


def documented(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The `responses` of a route that may refuse with these, beside those that any may."""
    return {
        status: {
            "description": TITLES[status],
            "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
        }
        for status in sorted({400, 403, 413, 422, 429, 503, *statuses})
    }


def response(
    status: int, code: str, detail: str, headers: Mapping[str, str] | None = None
) -> JSONResponse:
    """A problem document as an answer."""
    problem = Problem(title=TITLES.get(status, "Error"), status=status, code=code, detail=detail)
    return JSONResponse(problem.model_dump(), status, dict(headers or {}), MEDIA_TYPE)


def _told(request: Request, detail: str) -> str:
    """A refusal of the laws in the language that was asked for, where it has words for it."""
    chinese = request.headers.get("Accept-Language", "").lower().startswith("zh")
    return (known_in_chinese(detail) if chinese else None) or detail


def install(app: FastAPI) -> None:
    """Turns every refusal of the app into a problem document, and documents it."""
    described = app.openapi

    def with_problems() -> dict[str, Any]:
        schema = described()
        schemas = schema.setdefault("components", {}).setdefault("schemas", {})
        schemas["Problem"] = Problem.model_json_schema()
        # What FastAPI would answer to a malformed request; we answer with a problem instead.
        for unused in ("HTTPValidationError", "ValidationError"):
            schemas.pop(unused, None)
        return schema

    app.openapi = with_problems  # type: ignore[method-assign]

    @app.exception_handler(GameError)
    async def refused(request: Request, refusal: GameError) -> JSONResponse:
        code = "illegal-move" if isinstance(refusal, IllegalMoveError) else "refused"
        return response(422, code, _told(request, str(refusal)))

    @app.exception_handler(JobFailure)
    async def not_done(request: Request, failure: JobFailure) -> JSONResponse:
        # A refusal of the laws is the asker's to mend; that a process crashed is not.
        status = 422 if failure.code == "refused" else 503
        return response(status, failure.code, _told(request, str(failure)))

    @app.exception_handler(StaleDataError)
    async def overtaken(_request: Request, _overtaken: StaleDataError) -> JSONResponse:
        detail = "somebody, perhaps you in another window, changed this meanwhile; read it again"
        return response(409, "changed", detail)

    @app.exception_handler(Refusal)
    async def turned_away(_request: Request, refusal: Refusal) -> JSONResponse:
        return response(refusal.status, refusal.code, refusal.detail, refusal.headers)

    @app.exception_handler(RequestValidationError)
    async def malformed(_request: Request, refusal: RequestValidationError) -> JSONResponse:
        first = refusal.errors()[0]
        where = ".".join(str(part) for part in first["loc"] if part != "body") or "the request"
        return response(422, "malformed", f"{where}: {first['msg']}")

    @app.exception_handler(HTTPException)
    async def http(_request: Request, refusal: HTTPException) -> JSONResponse:
        code = CODES.get(refusal.status_code, "refused")
        return response(refusal.status_code, code, str(refusal.detail))
