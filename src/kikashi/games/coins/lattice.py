"""The L-shapes of a class: which numbers of coins b and c are worth paying, for every ratio b/c.

Fix the coin a and the residues r = b mod a, s = c mod a. Paying x coins b and y coins c reaches the
residue xr + ys. The exchanges that keep a residue form the lattice {(x, y): xr + ys = 0 mod a}. For
a given ratio b/c the cheapest payment of each residue fills an L: a rectangle without one corner.
As b/c grows from 0 to infinity the L changes in steps, and the steps are a continued fraction with
ceilings instead of floors (Roedseth 1978; Davison 1994 for the jump over equal steps).

Nothing here needs r or s to be invertible modulo a: gcd(a, r, s) = 1 is enough.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd
from typing import NamedTuple

from kikashi.games.coins.errors import CoinError


class Shape(NamedTuple):
    """The rectangle `wide` x `tall` without its far corner, a notch of `notch_wide` x `notch_tall`.

    It stands for two exchanges that never cost more on its cone of b/c:
    `wide` coins b for `notch_tall` coins c, and `tall` coins c for `notch_wide` coins b.
    The cone is notch_tall / wide <= b/c <= tall / notch_wide.
    """

    wide: int
    tall: int
    notch_wide: int
    notch_tall: int


def first_shape(a: int, r: int, s: int) -> Shape:
    """The L-shape for the smallest ratios b/c: a full rectangle."""
    if a < 1:
        raise CoinError(f"The coin a must be positive, and {a} is not.")
    common = gcd(a, r, s)
    if common != 1:
        raise CoinError(
            f"gcd(a, r, s) must be 1, and gcd({a}, {r}, {s}) = {common}: "
            f"then only multiples of {common} can ever be paid."
        )
    shared = gcd(a, r)
    period = a // shared
    # `shared` coins c are worth `exchange` coins b modulo a, and no smaller number of coins c is.
    exchange = s * pow(r // shared, -1, period) % period if period > 1 else 0
    return Shape(period, shared, exchange, 0)


def _next_shape(shape: Shape) -> Shape:
    wide, tall, notch_wide, notch_tall = shape
    quotient = -(-wide // notch_wide)
    return Shape(notch_wide, quotient * tall - notch_tall, quotient * notch_wide - wide, tall)


def shapes(a: int, r: int, s: int) -> Iterator[Shape]:
    """All L-shapes of the class, by growing b/c."""
    shape = first_shape(a, r, s)
    yield shape
    while shape.notch_wide:
        shape = _next_shape(shape)
        yield shape


def _equal_steps(shape: Shape) -> int:
    """How many of the next steps, taken one after another, have the quotient 2.

    In such a run both sides change by a constant, so that it can be jumped over: without the jump
    the class s = -r of a 100-digit coin a would take a - 1 steps.
    """
    wide, _, notch_wide, _ = shape
    difference = wide - notch_wide
    return max(0, notch_wide // difference - 1)


def _jump(shape: Shape, steps: int) -> Shape:
    wide, tall, notch_wide, notch_tall = shape
    narrower, taller = wide - notch_wide, tall - notch_tall
    return Shape(
        wide - steps * narrower,
        tall + steps * taller,
        notch_wide - steps * narrower,
        notch_tall + steps * taller,
    )


def count_shapes(a: int, r: int, s: int) -> int:
    """How many L-shapes the class has, without visiting them one by one."""
    shape = first_shape(a, r, s)
    count = 1
    while shape.notch_wide:
        run = _equal_steps(shape)
        if run:
            shape = _jump(shape, run)
            count += run
        else:
            shape = _next_shape(shape)
            count += 1
    return count


def shape_for(a: int, b: int, c: int) -> Shape:
    """The L-shape of three positive coins with gcd(a, b, c) = 1, in O(log a) steps."""
    shape = first_shape(a, b % a, c % a)
    while shape.notch_wide * b > shape.tall * c:
        run = _equal_steps(shape)
        if not run:
            shape = _next_shape(shape)
            continue
        # The first j with (notch_wide - j * narrower) * b <= (tall + j * taller) * c ends the walk.
        narrower, taller = shape.wide - shape.notch_wide, shape.tall - shape.notch_tall
        missing = shape.notch_wide * b - shape.tall * c
        needed = -(-missing // (narrower * b + taller * c))
        shape = _jump(shape, min(run, needed))
    return shape
