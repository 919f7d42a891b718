"""Attacks the checker for a while: every file it is given claims something false.

Four ways: liars over small random games and crowded boards, in the plane and in space, where
brute force knows the truth (tests/proofs/forging.py); the named attacks, one for each rule that
those rarely reach (tests/proofs/attacks.py); native certificates of fastest wins that are bent to
claim a turn less than the second certificate allows; and liars about the games that bring judges
of their own (tests/proofs/room_liars.py), a third of the time. `--only go` lets the enemy of Go's
judge (tests/proofs/go_enemy.py) look for anything that gets through, true or not. With `--rules`
each rule of the checker is broken in turn, and the attacks that get through are named: there must
be one for each.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from kikashi.games import room
from kikashi.law import Position
from kikashi.proofs import Caps, LimitError, RefusedError, check
from kikashi.proofs.limits import hard_limits
from kikashi.search import Limits, solve
from tests.proofs import go_enemy, mutations, room_broken
from tests.proofs.attacks import attacks
from tests.proofs.broken import NOT_NEEDED, breaking, broken
from tests.proofs.forging import Forgery, forgeries
from tests.proofs.room_liars import Forgery as RoomForgery
from tests.proofs.room_liars import forgeries as room_forgeries
from tests.proofs.room_truths import ROOMS

NATIVE = {
    "connect6": "j10 l8 j11 l12 g10 i10 k11 l11 g11 l13 k12 m14 g8 k14 k13 k10 k15 n13 m13 o13 j13",
    "gomoku": "setup black=f8,g8,h8,h9 white=a1,a3,c1 move=black left=1",
}
LONGEST = 10.0
"""Seconds for the truth about one position of a room."""
BENDING = (
    mutations.shift_bounds,
    mutations.change_bound,
    mutations.drop_reply,
    mutations.end_branch,
    mutations.other_child,
    mutations.change_move,
    mutations.reorder,
    mutations.reply_into_zone_entry,
)


def bent(dice: random.Random) -> Iterator[tuple[Position, dict[str, object], bytes]]:
    """Native proofs of fastest wins, bent to claim a turn less: false, and proved to be."""
    for game, text in NATIVE.items():
        start = room(game).from_text(text)
        verdict = solve(start, None, Limits(nodes=2_000_000), fastest=True)
        assert verdict.certificate is not None
        assert verdict.turns is not None
        if verdict.turns > 1:
            assert verdict.refutation is not None
            verdict.refutation.check()
        lines = verdict.certificate.to_bytes().splitlines()
        claim: dict[str, object] = {**verdict.certificate.claim, "turns": verdict.turns - 1}
        for _ in range(200):
            parsed = [json.loads(line) for line in lines]
            parsed[0]["claim"] = dict(claim)
            if dice.random() < 0.5:
                for node in parsed[1:]:
                    node[1] = max(1, node[1] - 1)
            for _ in range(dice.randint(0, 3)):
                dice.choice(BENDING)(parsed, dice)
            parsed[0]["claim"] = dict(claim)
            yield start, claim, "".join(json.dumps(line) + "\n" for line in parsed).encode()


class Count:
    """What was tried, and how it was refused."""

    def __init__(self) -> None:
        self.tried: Counter[str] = Counter()
        self.why: Counter[str] = Counter()
        self.accepted: list[bytes] = []
        self.left = 0

    def attack(self, way: str, start: Position, claim: dict[str, object], data: bytes) -> None:
        self.tried[way] += 1
        try:
            check(data, start=start, claim=claim)
        except RefusedError as refusal:
            words = str(refusal).partition(": ")[2] or str(refusal)
            self.why[" ".join(words.split()[:4])] += 1
        else:
            self.accepted.append(data)


def run(seconds: float, count: int, seed: int) -> Count:
    """Attacks until the time or the number is up."""
    found, dice = Count(), random.Random(seed)
    until = time.monotonic() + seconds
    for name, forged in attacks().items():
        found.attack(f"named: {name}", forged.start, forged.claim, forged.data)
    for start, told, data in bent(dice):
        found.attack("native, bent", start, told, data)
    rooms = itertools.cycle(ROOMS.items())
    in_rooms = 0.0
    while time.monotonic() < until and found.tried.total() < count:
        seed += 1
        dice, begun = random.Random(seed), time.monotonic()
        for one in forgeries(dice):
            found.attack(f"liar: {one.claim['kind']}", one.start, one.claim, one.data)
        in_rooms -= (time.monotonic() - begun) / 2
        while in_rooms < 0:
            name, matters = next(rooms)
            begun = time.monotonic()
            for lie in room_forgeries(dice, matters(dice)):
                if not lie.true:
                    found.attack(f"liar: {name}", lie.start, lie.claim, lie.data)
            in_rooms += time.monotonic() - begun
    return found


def run_room(name: str, seconds: float, seed: int) -> Count:
    """Attacks one judge for so many processor seconds.

    A position whose truth takes longer than `LONGEST` is left and counted as such.
    """
    found, until = Count(), time.process_time() + seconds
    while time.process_time() < until:
        seed += 1
        dice = random.Random(seed)
        try:
            with hard_limits(Caps(seconds=LONGEST, memory=2 << 30)):
                lies = [one for one in room_forgeries(dice, ROOMS[name](dice)) if not one.true]
        except LimitError:
            found.left += 1
            continue
        for lie in lies:
            found.attack(f"liar: {name}", lie.start, lie.claim, lie.data)
    return found


def get_through(forged: list[tuple[str, Forgery]]) -> Iterator[str]:
    """The names of those that the checker accepts as it is now."""
    for name, one in forged:
        try:
            check(one.data, start=one.start, claim=one.claim)
        except (RefusedError, ArithmeticError, LookupError, AssertionError):
            continue
        yield name


def rules(seeds: int) -> bool:
    """The table of broken rules and of what gets through; whether every one is caught."""
    forged = list(attacks().items())
    for seed in range(1, seeds):
        forged += [("liars", one) for one in forgeries(random.Random(seed))]
    good = True
    for rule, patches in broken().items():
        with breaking(patches):
            names = sorted(set(get_through(forged)))
        good = good and (bool(names) or rule in NOT_NEEDED)
        print(f"| {rule} | {', '.join(names) or '-'} |", flush=True)
    return good


def room_rules(seconds: float, seed: int) -> None:
    """Each rule of the rooms' judges with how many liars it refused, and whether it alone did."""
    for judge in sorted({name.partition(",")[0] for name in ROOMS}):
        words = room_broken.rules(judge)
        patterns = [re.compile(room_broken.pattern(text), re.DOTALL) for text in words]
        refused: dict[int, list[RoomForgery]] = defaultdict(list)
        for name, matters in ROOMS.items():
            until = time.process_time() + seconds
            while name.partition(",")[0] == judge and time.process_time() < until:
                seed += 1
                dice = random.Random(seed)
                for one in room_forgeries(dice, matters(dice)):
                    why = "" if one.true else refusal_of(one)
                    for number, pattern in enumerate(patterns):
                        if why and pattern.fullmatch(why):
                            refused[number].append(one)
        for number, text in enumerate(words):
            with room_broken.without(judge, number):
                alone = any(refusal_of(one) is None for one in refused[number])
            print(f"| {judge} | {text} | {len(refused[number])} | {'yes' if alone else '-'} |")


def refusal_of(one: RoomForgery) -> str | None:
    """Why it is refused; None where it is not. A broken judge may also stumble."""
    try:
        check(one.data, start=one.start, claim=one.claim)
    except RefusedError as why:
        return str(why)
    except (LookupError, TypeError, ValueError, AssertionError, RecursionError) as why:
        return repr(why)
    return None


def run_go(seconds: float, seed: int) -> bool:
    """Lets the enemy of Go's judge look for so many processor seconds; whether it failed."""
    counts: Counter[str] = Counter()
    until = time.process_time() + seconds
    while time.process_time() < until:
        seed += 1
        came = go_enemy.attack(seed)
        counts[came.partition(":")[0]] += 1
        if came.startswith("false"):
            print(came)
    print(f"{counts.total()} claims: {counts['true']} got through and are true, ", end="")
    print(f"{counts['false']} got through and are false, {counts['none']} did not get through, ")
    print(f"{counts['long']} were given up")
    return not counts["false"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--count", type=int, default=1 << 40)
    parser.add_argument("--seed", type=int, default=20261116)
    parser.add_argument("--rules", action="store_true", help="break every rule in turn")
    parser.add_argument("--rooms", action="store_true", help="the same for judges of rooms")
    parser.add_argument("--only", choices=sorted([*ROOMS, "go"]), help="liars about this alone")
    asked = parser.parse_args()
    if asked.rooms:
        return room_rules(asked.seconds, asked.seed)
    if asked.rules:
        sys.exit(0 if rules(60) else "a broken rule was not noticed")
    if asked.only == "go":
        sys.exit(0 if run_go(asked.seconds, asked.seed) else 1)
    began = time.monotonic()
    if asked.only:
        found = run_room(asked.only, asked.seconds, asked.seed)
    else:
        found = run(asked.seconds, asked.count, asked.seed)
    spent = time.monotonic() - began
    total = found.tried.total()
    print(f"{total} false certificates in {spent:.0f} s from seed {asked.seed}:")
    for way, n in found.tried.most_common():
        print(f"  {n:8} {way}")
    if found.left:
        print(f"  {found.left:8} positions left: their truth takes longer than {LONGEST:g} s")
    print("refused because:")
    for why, n in found.why.most_common(20):
        print(f"  {n:8} {why} ...")
    print(f"accepted: {len(found.accepted)}")
    for data in found.accepted[:3]:
        print(data.decode())
    sys.exit(1 if found.accepted else 0)


if __name__ == "__main__":
    main()
