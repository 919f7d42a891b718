"""Which parts a room has: modules of its folder or of its family's packages, found by name.

What each part must have is said in `parts`, `puzzle_parts` and `record_parts`; here a room is asked
for one, and answers None where there is no such module, or it lacks something of the type.
"""

from __future__ import annotations

import importlib
import importlib.util
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TypeVar, cast

from kikashi.law import parts, puzzle_parts, record_parts
from kikashi.law.contract import GameError

Part = TypeVar("Part")


class RoomParts:
    """The parts of one game. Parts may need native code, a law never does."""

    id: str
    family: tuple[str, ...] = ()
    """The packages whose modules are the parts that the room has no module of its own for."""

    @property
    def package(self) -> str:
        """The importable name of the room's folder."""
        return f"kikashi.games.{self.id}"

    def has_part(self, name: str) -> bool:
        """Whether there is a module of that name (twin, drawing, engine ...) for this room."""
        return self._module(name) is not None

    def part(self, name: str) -> ModuleType:
        """A module of the room or its family, imported now; for what no type here describes."""
        found = self._module(name)
        if found is None:
            raise GameError(f"{self.id} has no {name} yet")
        return importlib.import_module(found)

    def _module(self, name: str) -> str | None:
        for package in (self.package, *self.family):
            if _is_module(f"{package}.{name}"):
                return f"{package}.{name}"
        return None

    def _typed(self, name: str, kind: type[Part]) -> Part | None:
        """The module of that name, where it has what the type asks for."""
        found = self._module(name)
        if found is None:
            return None
        module = importlib.import_module(found)
        fits = _FITS.get((found, kind))
        if fits is None:  # looking for every name of a protocol takes a while
            fits = _FITS[found, kind] = isinstance(module, kind)
        return cast("Part", module) if fits else None

    def prover(self) -> parts.Prover | None:
        return self._typed("provers", parts.Prover)

    def flags(self) -> tuple[parts.Flag, ...]:
        """What only this room's searches take."""
        prover = self._typed("provers", parts.FlaggedProver)
        return () if prover is None else prover.FLAGS

    def first_turn_prover(self) -> parts.FirstTurnProver | None:
        return self._typed("provers", parts.FirstTurnProver)

    def defence_prover(self) -> parts.DefenceProver | None:
        return self._typed("provers", parts.DefenceProver)

    def resistance_prover(self) -> parts.ResistanceProver | None:
        return self._typed("provers", parts.ResistanceProver)

    def line_prover(self) -> parts.LineProver | None:
        return self._typed("provers", parts.LineProver)

    def forcing_prover(self) -> parts.ForcingProver | None:
        return self._typed("provers", parts.ForcingProver)

    def engine(self) -> parts.Engine | None:
        return self._typed("engine", parts.Engine)

    def candidate_engine(self) -> parts.CandidateEngine | None:
        return self._typed("engine", parts.CandidateEngine)

    def scaled_engine(self) -> parts.ScaledEngine | None:
        return self._typed("engine", parts.ScaledEngine)

    def share_engine(self) -> parts.ShareEngine | None:
        return self._typed("engine", parts.ShareEngine)

    def shared_engine(self) -> parts.SharedEngine | None:
        return self._typed("engine", parts.SharedEngine)

    def quick_engine(self) -> parts.QuickEngine | None:
        return self._typed("engine", parts.QuickEngine)

    def opening_engine(self) -> parts.OpeningEngine | None:
        return self._typed("engine", parts.OpeningEngine)

    def other_players(self) -> parts.OtherPlayers | None:
        return self._typed("engine", parts.OtherPlayers)

    def study(self) -> parts.Study | None:
        return self._typed("study", parts.Study)

    def heat_map(self) -> parts.HeatMap | None:
        return self._typed("study", parts.HeatMap)

    def owners(self) -> tuple[str, ...]:
        """The sides whose points are 0 and 1 on the heat map; none where it shows what matters."""
        found = self._typed("study", parts.OwnerMap)
        return () if found is None else found.OWNERS

    def themes(self) -> parts.Themes | None:
        return self._typed("themes", parts.Themes)

    def puzzling(self) -> puzzle_parts.Puzzling | None:
        return self._typed("puzzling", puzzle_parts.Puzzling)

    def questions(self) -> puzzle_parts.Questions | None:
        return self._typed("questions", puzzle_parts.Questions)

    def adjustable_questions(self) -> puzzle_parts.AdjustableQuestions | None:
        return self._typed("questions", puzzle_parts.AdjustableQuestions)

    def counsel(self) -> puzzle_parts.Counsel | None:
        return self._typed("counsel", puzzle_parts.Counsel)

    def hindsight(self) -> puzzle_parts.Hindsight | None:
        return self._typed("hindsight", puzzle_parts.Hindsight)

    def claiming(self) -> puzzle_parts.Claiming | None:
        return self._typed("claiming", puzzle_parts.Claiming)

    def examiner(self) -> puzzle_parts.Examiner | None:
        return self._typed("exam", puzzle_parts.Examiner)

    def job_level(self) -> parts.JobLevel | None:
        return self._typed("joblevel", parts.JobLevel)

    def threat_map(self) -> parts.ThreatMap | None:
        return self._typed("drawing", parts.ThreatMap)

    def notation(self) -> record_parts.Notation | None:
        return self._typed("notation", record_parts.Notation)

    def own_records(self) -> record_parts.OwnRecords | None:
        return self._typed("own_records", record_parts.OwnRecords)

    def uci_notation(self) -> record_parts.UciNotation | None:
        return self._typed("notation", record_parts.UciNotation)

    def on_points(self) -> record_parts.StonesOnPoints | None:
        return self._typed("points", record_parts.StonesOnPoints)

    def record_dialect(self) -> record_parts.RecordDialect | None:
        return self._typed("dialect", record_parts.RecordDialect)

    def sgf(self) -> record_parts.SgfPart | None:
        return self._typed("sgf", record_parts.SgfPart)

    def spoken(self) -> parts.Spoken | None:
        return self._typed("protocols", parts.Spoken)

    def judging(self) -> parts.Judging | None:
        return self._typed("judge", parts.Judging)

    def strategic(self) -> parts.Strategic | None:
        return self._typed("strategy", parts.Strategic)

    def second_opinion(self) -> parts.SecondOpinion | None:
        return self._typed("slow", parts.SecondOpinion)


_FITS: dict[tuple[str, object], bool] = {}


@cache
def _is_module(name: str) -> bool:
    """Looked up once: a room's folder does not change while the program runs."""
    try:
        found = importlib.util.find_spec(name)
    except ModuleNotFoundError:  # a room that was made by hand, without a folder
        return False
    # The map of an editable installation may still name a file that is gone.
    return found is not None and (found.origin is None or Path(found.origin).exists())
