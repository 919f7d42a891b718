"""A puzzle's solution as a tree: every turn of the attacker, every defence that stops a threat."""

from __future__ import annotations

from kikashi.games import room
from kikashi.proofs import Proof
from kikashi.puzzles.choices import questions_of
from kikashi.puzzles.model import CHOICE, Puzzle
from kikashi.records import Node, Record

MOST_NODES = 20_000
"""A larger proof is written as its main line; its certificate still holds all of it."""


def solution_record(puzzle: Puzzle, language: str = "en") -> Record:
    """The puzzle with its solution as variations; the longest resistance is the main line."""
    record = Record(
        puzzle.game, dict(puzzle.options), setup=puzzle.position, name=f"Kikashi {puzzle.id}"
    )
    record.root.comment = question(puzzle, language)
    if puzzle.sort:
        return _main_line(record, puzzle)  # their proofs are no trees of whole turns
    proof = Proof.read(puzzle.certificate, puzzle.start())
    if len(proof) > MOST_NODES:
        return _main_line(record, puzzle)
    waiting = [(record.root, proof.root)]
    while waiting:
        at, place = waiting.pop()
        for moves, below in proof.branches(place):
            after = _add(at, moves)
            if below is not None:
                waiting.append((after, below))
    return record


def _main_line(record: Record, puzzle: Puzzle) -> Record:
    at = record.root
    for turn in puzzle.line:
        at = _add(at, turn)
    return record


def _add(at: Node, turn: tuple[str, ...]) -> Node:
    for move in turn:
        # Two defences may begin with the same stone: then they share that node.
        at = next((child for child in at.children if child.move == move), None) or at.add(move)
    return at


def question(puzzle: Puzzle, language: str = "en") -> str:
    """What is asked, in words; turns are counted as in proofs, with the one that completes."""
    if puzzle.goal == CHOICE:
        return questions_of(puzzle.game).ask(puzzle.start())[language]
    side, n = room(puzzle.game).colour(puzzle.side, language), puzzle.turns
    if puzzle.goal == "defence":
        if language == "zh-Hant":
            return f"{side}先，找出唯一的防守（對方有 {n} 手的迫勝）"
        turns = f"{n} turn{'s' if n > 1 else ''}"
        return f"{side} to play: find the only defence against a forced win in {turns}"
    if language == "zh-Hant":
        key = "（關鍵只有一子）" if puzzle.key_stone else ""
        return f"{side}先，{n} 手迫勝{key}"
    key = " (one key stone)" if puzzle.key_stone else ""
    return f"{side} to play and win by force in {n} turn{'s' if n > 1 else ''}{key}"


def answer_text(puzzle: Puzzle, language: str = "en") -> str:
    """The first turns that are right, and the main line."""
    full = puzzle.start().moves_left
    rest = "任意" if language == "zh-Hant" else "any"
    turns = [" ".join((*turn, *([rest] if len(turn) < full else []))) for turn in puzzle.answers]
    either = " 或 " if language == "zh-Hant" else " or "
    line = "  ".join("-".join(turn) for turn in puzzle.line)
    return f"{either.join(turns)}: {line}"
