"""What a win is worth, who pays whom, and all of it in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kikashi.games.mahjong.melds import splits
from kikashi.games.mahjong.options import Rules
from kikashi.games.mahjong.tai import TAI, Shape, Win, excludes, profile, tai_name
from kikashi.games.mahjong.tiles import tile_name

SEATS = {"en": ("East", "South", "West", "North"), "zh-Hant": ("東家", "南家", "西家", "北家")}


@dataclass(frozen=True)
class Item:
    """One tai that counts: its name, what it is worth once, and how often."""

    name: str
    worth: int
    times: int = 1

    @property
    def total(self) -> int:
        return self.worth * self.times


def items_of(shape: Shape, table: str) -> tuple[Item, ...]:
    """The tai of one shape, those that others make void left out."""
    values = profile(table)
    found = {
        name: Item(name, values[name], times)
        for name, function in TAI.items()
        if values[name] and (times := function(shape))
    }
    void = {other for name in found for other in excludes(name)}
    return tuple(item for name, item in found.items() if name not in void)


def score(win: Win, table: str) -> tuple[Item, ...]:
    """The tai of the best way to take a win apart."""
    shapes = [Shape(win, split) for split in splits(win.held)]
    if not shapes and win.eight:
        worth = profile(table)["eight_flowers"]
        return (Item("eight_flowers", worth),) if worth else ()
    if not shapes:
        raise ValueError("these tiles are no win")
    return max(
        (items_of(shape, table) for shape in shapes),
        key=lambda items: sum(item.total for item in items),
    )


@dataclass(frozen=True)
class Payment:
    """What one player pays another, and the tai that the dealer's part adds."""

    payer: int
    payee: int
    tai: int
    dealer_tai: int
    points: int


@dataclass(frozen=True)
class Settled:
    """One winner's part of the end of a deal."""

    winner: int
    giver: int | None
    """Who discarded the tile or made the kong; None if self-drawn."""
    tile: int
    items: tuple[Item, ...]
    payments: tuple[Payment, ...]

    @property
    def tai(self) -> int:
        return sum(item.total for item in self.items)


def settle(
    rules: Rules,
    win: Win,
    *,
    winner: int,
    giver: int | None,
    dealer: int,
    streak: int,
) -> Settled:
    """Payments of one win: the giver pays, or all three where it is self-drawn.

    Between the dealer and another player the dealer's 2n+1 tai (n deals kept) are added, whoever
    of the two wins.
    """
    items = score(win, rules.tai)
    tai = sum(item.total for item in items)
    payers = [seat for seat in range(4) if seat != winner] if giver is None else [giver]
    payments = []
    for payer in payers:
        extra = 2 * streak + 1 if dealer in (winner, payer) else 0
        points = rules.base + rules.unit * (tai + extra)
        payments.append(Payment(payer, winner, tai, extra, points))
    return Settled(winner, giver, win.tile, items, tuple(payments))


def settled_text(settled: Settled) -> str:
    """A settlement as one word of the event that tells it to all."""
    giver = "-" if settled.giver is None else str(settled.giver)
    items = ",".join(f"{item.name}.{item.worth}.{item.times}" for item in settled.items)
    payments = ",".join(f"{p.payer}.{p.tai}.{p.dealer_tai}.{p.points}" for p in settled.payments)
    return f"{giver};{settled.tile};{items};{payments}"


def settled_from(winner: int, text: str) -> Settled:
    """Reads `settled_text`; ValueError where it is none."""
    giver, tile, items, payments = text.split(";")
    return Settled(
        winner,
        None if giver == "-" else int(giver),
        int(tile),
        tuple(
            Item(name, int(worth), int(times))
            for name, worth, times in (item.split(".") for item in items.split(",") if item)
        ),
        tuple(
            Payment(payer, winner, tai, extra, points)
            for payer, tai, extra, points in (
                map(int, payment.split(".")) for payment in payments.split(",")
            )
        ),
    )


def explanation(rules: Rules, settled: Settled, dealer: int, language: str = "en") -> Iterator[str]:
    """The settlement in words, a sentence a line."""
    seats = SEATS[language]

    def seat(player: int) -> str:
        return seats[(player - dealer) % 4]

    tile, winner = tile_name(settled.tile, language), seat(settled.winner)
    if language == "en":
        how = "draws it" if settled.giver is None else f"takes it from {seat(settled.giver)}"
        yield f"{winner} wins on {tile} and {how}."
        for item in settled.items:
            times = f" x {item.times}" if item.times > 1 else ""
            yield f"{tai_name(item.name)}{times}: {item.total} tai."
        yield f"Together {settled.tai} tai."
        for payment in settled.payments:
            extra = f" and {payment.dealer_tai} for the dealer" if payment.dealer_tai else ""
            yield (
                f"{seat(payment.payer)} pays {payment.points}: {rules.base} and {rules.unit} for"
                f" each of {payment.tai} tai{extra}."
            )
    else:
        how = "自摸" if settled.giver is None else f"胡{seat(settled.giver)}的牌"
        yield f"{winner}以{tile}胡牌，{how}。"
        for item in settled.items:
            times = f" × {item.times}" if item.times > 1 else ""
            yield f"{tai_name(item.name, language)}{times}：{item.total} 台。"
        yield f"共 {settled.tai} 台。"
        for payment in settled.payments:
            extra = f"，加莊家 {payment.dealer_tai} 台" if payment.dealer_tai else ""
            yield (
                f"{seat(payment.payer)}付 {payment.points} 點：底 {rules.base}，每台 {rules.unit}，"
                f"{payment.tai} 台{extra}。"
            )
