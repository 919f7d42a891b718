"""Fits Xiangqi's net of pieces to positions of self-play, by torch; integers come out.

    bench/xiangqi_games.sh play 1.rows --minutes 7 --nodes 1000 --threads 2 --seed 1
    python bench/fit_pieces.py src/kikashi/games/xiangqi/pieces.net 1.rows

A row is a quiet position with the search's value and the game's result for the side to move
(bench/xiangqi_games.cpp). The target is a mixture of both; games held back (the last rows of each
file) say how well it does. The net is described in
src/kikashi/games/xiangqi/native/piece_net.hpp. Needs NumPy and PyTorch, which are no part of the
project; a minute of one core is enough.
"""

# mypy: ignore-errors
# PyTorch and NumPy are not there when the types are checked.

from __future__ import annotations

import argparse
import struct
import time
from pathlib import Path

import numpy
import torch
from torch import nn
from torch.nn import functional

CELLS, KINDS, NO_PIECE = 90, 7, 16
FEATURES = 14 * CELLS
UNITS, PHASES, MOST_STRONG = 64, 5, 12
ONE, WEIGHT_ONE = 255, 64
VALUE_SCALE = 400.0
"""Hundredths of a pawn that make the odds e to 1."""
WIDEST = 127 / WEIGHT_ONE
UNIT = 10.0
"""Of the weights by hand while they are fitted, so that they move as far as others do."""
TRAIT_ONE = 64
BY_HAND = (1, 5, 9, -12, 3, 30, 25, 3, 5, 3, 0, 0, 0, 0, 0)
"""Weights of the tables of pieces and of the traits before the fit, as in evaluation.cpp."""
TRAITS = len(BY_HAND)
ROW = numpy.dtype(
    [
        ("board", "u1", CELLS),
        ("mover", "u1"),
        ("result", "u1"),
        ("value", "<i2"),
        ("traits", "<i2", TRAITS),  # the tables of pieces first
    ]
)
STRONG = (3, 4, 5)
SLOTS = 32


def columns(rows: numpy.ndarray) -> dict[str, torch.Tensor]:
    """Features in both views, phase, value and result."""
    board = rows["board"].astype(numpy.int32)
    at, cell = numpy.nonzero(board != NO_PIECE)
    piece = board[at, cell]
    side, kind = piece // 8, piece % 8
    start = numpy.concatenate([[0], numpy.cumsum(numpy.bincount(at, minlength=len(rows)))[:-1]])
    slot = numpy.arange(len(at)) - start[at]
    flipped = CELLS - 9 + cell % 9 - cell // 9 * 9
    views = numpy.full((2, len(rows), SLOTS), FEATURES, dtype=numpy.int32)
    for n in (0, 1):  # the mover's view, and the other's
        view = rows["mover"][at] ^ n
        seen = numpy.where(view == 0, cell, flipped)
        views[n, at, slot] = (numpy.where(side == view, 0, KINDS) + kind) * CELLS + seen
    strong = numpy.isin(board % 8, STRONG) & (board != NO_PIECE)
    phase = numpy.minimum(strong.sum(1), MOST_STRONG) * PHASES // (MOST_STRONG + 1)
    return {
        "own": torch.from_numpy(views[0]),
        "other": torch.from_numpy(views[1]),
        "phase": torch.from_numpy(phase.astype(numpy.int64)),
        "traits": torch.from_numpy(rows["traits"].astype(numpy.float32)),
        "value": torch.from_numpy(rows["value"].astype(numpy.float32)),
        "result": torch.from_numpy(rows["result"].astype(numpy.float32) / 2),
    }


def mirror() -> torch.Tensor:
    """What each feature is with left and right exchanged."""
    index = numpy.arange(FEATURES)
    cell = index % CELLS
    there = index - cell + cell // 9 * 9 + 8 - cell % 9
    return torch.from_numpy(numpy.append(there, FEATURES).astype(numpy.int32))


class Net(nn.Module):
    """In floating point, with what the integers can say."""

    def __init__(self) -> None:
        super().__init__()
        self.rows = nn.EmbeddingBag(FEATURES + 1, UNITS, mode="sum", padding_idx=FEATURES)
        nn.init.uniform_(self.rows.weight, -0.12, 0.12)
        self.bias = nn.Parameter(torch.full((UNITS,), 0.3))
        self.last = nn.Parameter(torch.empty(PHASES, 2 * UNITS).uniform_(-0.02, 0.02))
        self.last_bias = nn.Parameter(torch.zeros(PHASES))
        self.traits = nn.Parameter(torch.tensor(BY_HAND).repeat(PHASES, 1) / UNIT)

    def forward(self, some: dict[str, torch.Tensor]) -> torch.Tensor:
        """Logits for the side to move."""
        phase = some["phase"]
        units = torch.cat([self.rows(some[view]) + self.bias for view in ("own", "other")], 1)
        units = units.clamp(0, 1).square()
        placed = (units * self.last[phase]).sum(1) + self.last_bias[phase]
        return placed + (some["traits"] * self.traits[phase]).sum(1) * UNIT / VALUE_SCALE


def whole(tensor: torch.Tensor, scale: float, kind: str) -> bytes:
    """Rounded integers as bytes."""
    found: bytes = (
        numpy.round(tensor.detach().double().cpu().numpy() * scale).astype(kind).tobytes()
    )
    return found


def export(net: Net) -> bytes:
    """As native/piece_net.cpp reads it."""
    return b"".join(
        (
            b"KPN1" + struct.pack("<3h", UNITS, PHASES, TRAITS),
            whole(net.rows.weight[:FEATURES], ONE, "<i2"),
            whole(net.bias, ONE, "<i2"),
            whole(net.last, WEIGHT_ONE, "<i2"),
            whole(net.last_bias, ONE * WEIGHT_ONE, "<i4"),
            whole(net.traits, UNIT * TRAIT_ONE, "<i2"),
        )
    )


def main() -> None:
    """Reads, fits, writes."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("rows", nargs="+", type=Path)
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--batch", type=int, default=2048)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--results", type=float, default=0.3, help="the share of the result")
    parser.add_argument("--decay", type=float, default=3.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    asked = parser.parse_args()
    torch.manual_seed(asked.seed)
    torch.set_num_threads(asked.threads)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    begun = time.process_time()
    train, test = [], []
    for path in asked.rows:
        rows = numpy.fromfile(path, ROW)
        cut = len(rows) - min(len(rows) // 20, 10_000)
        train.append(rows[:cut])
        test.append(rows[cut:])
    data, held = (
        {name: column.to(device) for name, column in columns(numpy.concatenate(rows)).items()}
        for rows in (train, test)
    )
    count = len(data["value"])
    print(f"{count} positions to fit, {len(held['value'])} held back")
    net, mirrored = Net().to(device), mirror().to(device)
    optimizer = torch.optim.AdamW(
        [
            {"params": [net.rows.weight, net.last], "weight_decay": asked.decay},
            {"params": [net.bias, net.last_bias, net.traits], "weight_decay": 0.0},
        ],
        lr=asked.rate,
    )
    steps = asked.epochs * (count // asked.batch)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, asked.rate, total_steps=steps)

    def losses(some: dict[str, torch.Tensor]) -> tuple[torch.Tensor, torch.Tensor]:
        logits = net(some)
        by_value = torch.sigmoid(some["value"] / VALUE_SCALE)
        target = asked.results * some["result"] + (1 - asked.results) * by_value
        entropy = functional.binary_cross_entropy(target, target)
        return (
            functional.binary_cross_entropy_with_logits(logits, target) - entropy,
            functional.binary_cross_entropy_with_logits(logits, some["result"]),
        )

    with torch.no_grad():
        fitted, plain = losses(held)
    print(f"by hand: held back {fitted:.5f}, of results {plain:.4f}")
    for epoch in range(asked.epochs):
        places = torch.randperm(count, device=device)
        total = torch.zeros((), device=device)
        for at in range(0, count - asked.batch + 1, asked.batch):
            some = {name: column[places[at : at + asked.batch]] for name, column in data.items()}
            if torch.rand(()) < 0.5:
                some["own"], some["other"] = mirrored[some["own"]], mirrored[some["other"]]
            loss, _ = losses(some)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            with torch.no_grad():
                net.last.clamp_(-WIDEST, WIDEST)
            total += loss.detach()
        with torch.no_grad():
            fitted, plain = losses(held)
        print(
            f"epoch {epoch + 1}: {total * asked.batch / count:.5f}; held back {fitted:.5f}, of "
            f"results {plain:.4f}; {time.process_time() - begun:.0f} s of processor",
            flush=True,
        )
    asked.out.write_bytes(export(net))


if __name__ == "__main__":
    main()
