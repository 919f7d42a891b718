"""Ways to spoil a certificate. Each takes the parsed lines and changes them in place.

A mutation that finds nothing to change leaves the lines as they are.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

Lines = list[Any]


def _nodes(lines: Lines, kind: str, *filled: int) -> list[Any]:
    """Nodes of a kind; with `filled`, those with something in one of these parts."""
    return [n for n in lines[1:] if n[0] == kind and (not filled or any(n[i] for i in filled))]


def drop_reply(lines: Lines, dice: random.Random) -> None:
    if found := _nodes(lines, "r", 2):
        entries = dice.choice(found)[2]
        entries.pop(dice.randrange(len(entries)))


def shrink_zone(lines: Lines, dice: random.Random) -> None:
    """Drops whole replies where a zone entry would have to answer for them."""
    if found := [n for n in _nodes(lines, "r", 2) if n[3]]:
        node = dice.choice(found)
        node[2] = [entry for entry in node[2] if dice.random() < 0.5]


def drop_zone_entry(lines: Lines, dice: random.Random) -> None:
    if found := _nodes(lines, "r", 3):
        entries = dice.choice(found)[3]
        entries.pop(dice.randrange(len(entries)))


def free_a_forced_stone(lines: Lines, dice: random.Random) -> None:
    """Takes a stone out of a zone entry, so that it counts as free."""
    if found := [e for n in _nodes(lines, "r", 3) for e in n[3] if e[0]]:
        entry = dice.choice(found)
        entry[0].pop(dice.randrange(len(entry[0])))


def reply_into_zone_entry(lines: Lines, dice: random.Random) -> None:
    """Lets the answer to one reply stand for all that hold one of its stones, or none."""
    if found := _nodes(lines, "r", 2):
        node = dice.choice(found)
        cells, *rest = node[2].pop(dice.randrange(len(node[2])))
        node[3].append([cells[: dice.randrange(len(cells) + 1)], *rest])


def change_move(lines: Lines, dice: random.Random) -> None:
    if found := _nodes(lines, "t", 2):
        cells = dice.choice(found)[2]
        cells[dice.randrange(len(cells))] = dice.randrange(len(cells) + 16)


def drop_stone(lines: Lines, dice: random.Random) -> None:
    if found := _nodes(lines, "t", 2):
        dice.choice(found)[2].pop()


def end_branch(lines: Lines, dice: random.Random) -> None:
    if found := [n for n in _nodes(lines, "t") if n[3] is not None]:
        node = dice.choice(found)
        node[3:] = [None]


def other_child(lines: Lines, dice: random.Random) -> None:
    edges = [e for n in _nodes(lines, "r") for part in (2, 3) for e in n[part]]
    if edges:
        dice.choice(edges)[1] = dice.randrange(len(lines))


def other_symmetry(lines: Lines, dice: random.Random) -> None:
    edges = [e for n in _nodes(lines, "r") for part in (2, 3) for e in n[part]]
    if edges:
        dice.choice(edges)[2:] = [dice.randrange(9)]


def change_bound(lines: Lines, dice: random.Random) -> None:
    dice.choice(lines[1:])[1] += dice.choice([-1, 1])


def shift_bounds(lines: Lines, dice: random.Random) -> None:
    """All bounds together with the claim: claims a faster or slower win than is shown."""
    step = dice.choice([-1, 1])
    for node in lines[1:]:
        node[1] += step
    if isinstance(lines[0]["claim"].get("turns"), int):
        lines[0]["claim"]["turns"] += step


def change_pair(lines: Lines, dice: random.Random) -> None:
    if found := _nodes(lines, "p", 2):
        pairs = dice.choice(found)[2]
        if dice.random() < 0.5:
            pairs.pop(dice.randrange(len(pairs)))
        else:
            dice.choice(pairs)[dice.randrange(2)] = dice.randrange(9)


def leaf_instead(lines: Lines, dice: random.Random) -> None:
    number = dice.randrange(1, len(lines))
    lines[number] = dice.choice(
        [["e", 0], ["d", 2], ["p", 0, []], ["p", 0, [[0, 1], [2, 3]]], ["r", 0, [], []]]
    )


def swap_side(lines: Lines, dice: random.Random) -> None:
    claim = lines[0]["claim"]
    if "side" in claim:
        claim["side"] = "white" if claim["side"] == "black" else "black"


def bend_claim(lines: Lines, dice: random.Random) -> None:
    claim = lines[0]["claim"]
    which = dice.randrange(4)
    if which == 0 and isinstance(claim.get("turns"), int):
        claim["turns"] += dice.choice([-1, 1])
    elif which == 1 and "by" in claim:
        claim["by"] = dice.choice(["vcf", "vcst", "vcdt", "vct"])
    elif which == 2 and claim["kind"] == "no-forcing-win":
        claim["turns"] = dice.choice([None, 1, 2, 3])
    else:
        side = claim.get("side", "black")
        lines[0]["claim"] = dice.choice(
            [
                {"kind": "hold", "side": side},
                {"kind": "draw"},
                {"kind": "win", "side": side, "turns": 3},
                {"kind": "no-forcing-win", "side": side, "by": "vcst", "turns": None},
            ]
        )


def other_root(lines: Lines, dice: random.Random) -> None:
    head = lines[0]
    if "roots" in head:
        head["roots"][dice.randrange(2)] = dice.randrange(len(lines) - 1)
    else:
        head["root"] = dice.randrange(len(lines) - 1)


def truncate(lines: Lines, dice: random.Random) -> None:
    keep = dice.randrange(len(lines))
    del lines[keep:]
    if dice.random() < 0.5 and keep > 1:
        lines[0]["nodes"] = keep - 1


def reorder(lines: Lines, dice: random.Random) -> None:
    one, other = dice.randrange(1, len(lines)), dice.randrange(1, len(lines))
    lines[one], lines[other] = lines[other], lines[one]


def change_start(lines: Lines, dice: random.Random) -> None:
    """Moves, adds, removes or recolours stones, or changes who moves and how often."""
    words = lines[0]["start"].split()
    stones = {w.split("=")[0]: set(w.split("=")[1].split(",")) - {"-"} for w in words[1:3]}
    which = dice.randrange(5)
    black, white = stones["black"], stones["white"]
    if which == 0:
        black, white = white, black
    elif which == 1:
        mover = "white" if words[3] == "move=black" else "black"
        words[3] = f"move={mover}"
    elif which == 2 and black:
        black.discard(dice.choice(sorted(black)))
    elif which == 3 and white:
        white.discard(dice.choice(sorted(white)))
    else:
        words[4] = f"left={dice.randint(1, 3)}"
    words[1] = f"black={','.join(sorted(black)) or '-'}"
    words[2] = f"white={','.join(sorted(white)) or '-'}"
    lines[0]["start"] = " ".join(words)


def change_options(lines: Lines, dice: random.Random) -> None:
    options = lines[0]["options"]
    if "sets" in options:
        options["sets"] = options["sets"].replace(
            '"stones":', f'"stones":{dice.randint(1, 3)},"x":'
        )
    else:
        name = dice.choice([n for n in options if n in ("size", "k", "p", "q")])
        options[name] = dice.choice(["2", "3", "4", "5", "4x4", "5x5", "3x3"])


MUTATIONS: tuple[Callable[[Lines, random.Random], None], ...] = (
    drop_reply,
    shrink_zone,
    drop_zone_entry,
    free_a_forced_stone,
    reply_into_zone_entry,
    change_move,
    drop_stone,
    end_branch,
    other_child,
    other_symmetry,
    change_bound,
    shift_bounds,
    change_pair,
    leaf_instead,
    swap_side,
    bend_claim,
    other_root,
    truncate,
    reorder,
    change_start,
    change_options,
)
