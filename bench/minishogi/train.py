# mypy: ignore-errors
# PyTorch is no dependency of the house: this runs where it is installed.
"""Fits the network of minishogi to games of the player against itself (PyTorch, a GPU).

    train.py INTO.bin GAMES.bin [GAMES.bin ...] [--epochs N] [--result SHARE]

Reads what `selfplay games` writes. The target of a position mixes the score of its search with the
result of its game. The file it writes is what native/network.hpp reads.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn

SEEN, PLACES, WIDTH, INNER = 19 * 25 + 20, 15, 64, 16
UNIT, LAST_UNIT, LOGIT = 64, 256, 400.0
RECORD = 39
BATCH = 16384


def read(names: list[str]) -> torch.Tensor:
    """All records, one a row of bytes."""
    rows = [np.fromfile(name, dtype=np.uint8).reshape(-1, RECORD) for name in names]
    return torch.from_numpy(np.concatenate(rows))


class Seen:
    """What each side sees, as numbers of features; as in network.cpp."""

    def __init__(self, device: str) -> None:
        cell = torch.arange(25, device=device)
        self.cell = cell
        self.mirror = cell - 2 * (cell % 5) + 4
        self.device = device

    def __call__(self, rows: torch.Tensor, side: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        board = rows[:, :25].long()
        turned = torch.where(side[:, None] == 1, board.flip(1), board)
        kind, owner = turned % 10, turned // 10
        own, there = owner == side[:, None], turned < 20
        king = ((kind == 0) & own & there).long().argmax(1)
        mirrored = king % 5 > 2
        order = torch.where(mirrored[:, None], self.mirror, self.cell)
        kind, own, there = kind.gather(1, order), own.gather(1, order), there.gather(1, order)
        king = torch.where(mirrored, self.mirror[king], king)
        bucket = 3 * (king // 5) + king % 5
        piece = torch.where(own, kind - 1, 9 + kind) * 25 + self.cell
        piece = torch.where(there & ~(own & (kind == 0)), piece, SEEN)
        hands = rows[:, 25:35].long().reshape(-1, 2, 5)
        mine = hands[torch.arange(len(rows), device=self.device), side]
        theirs = hands[torch.arange(len(rows), device=self.device), 1 - side]
        place = 475 + 2 * torch.arange(5, device=self.device)
        held = [
            torch.where(hand >= number, place + first + number - 1, SEEN)
            for hand, first in ((mine, 0), (theirs, 10))
            for number in (1, 2)
        ]
        features = torch.cat([piece, *held], 1)
        return features, bucket


class Net(nn.Module):
    """The network with floating weights; `shared` weights do not know the king's place."""

    def __init__(self) -> None:
        super().__init__()
        self.shared = nn.Embedding(SEEN + 1, WIDTH, padding_idx=SEEN)
        self.own = nn.Embedding(PLACES * SEEN + 1, WIDTH, padding_idx=PLACES * SEEN)
        self.bias = nn.Parameter(torch.full((WIDTH,), 0.3))
        self.second = nn.Linear(2 * WIDTH, INNER)
        self.third = nn.Linear(INNER, 1)
        with torch.no_grad():
            self.shared.weight.normal_(0, 0.1)
            self.shared.weight[SEEN] = 0
            self.own.weight.zero_()

    def half(self, features: torch.Tensor, bucket: torch.Tensor) -> torch.Tensor:
        placed = torch.where(features < SEEN, bucket[:, None] * SEEN + features, PLACES * SEEN)
        total = self.shared(features).sum(1) + self.own(placed).sum(1) + self.bias
        return total.clamp(0, 1)

    def forward(self, seen: Seen, rows: torch.Tensor) -> torch.Tensor:
        mover = rows[:, 35].long()
        both = [self.half(*seen(rows, side)) for side in (mover, 1 - mover)]
        inner = self.second(torch.cat(both, 1)).clamp(0, 1)
        return self.third(inner).squeeze(1)

    def keep_small(self) -> None:
        """Weights that fit into eight bits once they are whole numbers."""
        with torch.no_grad():
            self.second.weight.clamp_(-127 / UNIT, 127 / UNIT)
            self.shared.weight.clamp_(-1.2, 1.2)
            self.own.weight.clamp_(-0.78, 0.78)

    def write(self, path: Path) -> None:
        """As whole numbers, little-endian."""
        with torch.no_grad():
            first = self.shared.weight[:SEEN].repeat(PLACES, 1) + self.own.weight[: PLACES * SEEN]
            parts = [
                b"KMS1",
                whole(first, UNIT, np.int8),
                whole(self.bias, UNIT, np.int16),
                whole(self.second.weight, UNIT, np.int8),
                whole(self.second.bias, UNIT * UNIT, np.int32),
                whole(self.third.weight, LAST_UNIT, np.int16),
                whole(self.third.bias, UNIT * LAST_UNIT, np.int32),
            ]
        path.write_bytes(b"".join(parts))


def whole(weights: torch.Tensor, unit: int, kind: type) -> bytes:
    """Weights times a unit, rounded."""
    most = min(np.iinfo(kind).max, 2**31 - 1)
    numbers = (weights.detach().double() * unit).round().clamp(-most, most)
    return bytes(numbers.cpu().numpy().astype(kind).tobytes())


def main() -> None:
    reader = argparse.ArgumentParser()
    reader.add_argument("into", type=Path)
    reader.add_argument("games", nargs="+")
    reader.add_argument("--epochs", type=int, default=12)
    reader.add_argument("--result", type=float, default=0.3)
    reader.add_argument("--seed", type=int, default=1)
    given = reader.parse_args()
    torch.manual_seed(given.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    rows = read(given.games)
    rows = rows[torch.randperm(len(rows))].to(device)
    score = rows[:, 36].int() | rows[:, 37].int() << 8
    score = torch.where(score >= 1 << 15, score - (1 << 16), score).float()
    result = rows[:, 38].to(torch.int8).float()
    share = given.result
    target = (1 - share) * torch.sigmoid(score / LOGIT) + share * (result + 1) / 2
    held = max(1000, len(rows) // 50)
    seen, net = Seen(device), Net().to(device)
    best = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-5)
    steps = given.epochs * ((len(rows) - held) // BATCH + 1)
    rate = torch.optim.lr_scheduler.OneCycleLR(best, 4e-3, total_steps=steps, pct_start=0.1)
    loss_of = nn.MSELoss()
    begun = time.monotonic()
    for epoch in range(given.epochs):
        order = held + torch.randperm(len(rows) - held, device=device)
        total = 0.0
        for part in order.split(BATCH):
            loss = loss_of(torch.sigmoid(net(seen, rows[part])), target[part])
            best.zero_grad()
            loss.backward()
            best.step()
            rate.step()
            net.keep_small()
            total += loss.item() * len(part)
        with torch.no_grad():
            parts = torch.arange(held, device=device).split(BATCH)
            tests = [loss_of(torch.sigmoid(net(seen, rows[p])), target[p]) * len(p) for p in parts]
        print(
            f"epoch {epoch + 1}: {total / (len(rows) - held):.5f}, "
            f"held out {float(sum(tests)) / held:.5f}, {time.monotonic() - begun:.0f} s",
            flush=True,
        )
    net.write(given.into)
    print(f"{len(rows)} positions -> {given.into}")


if __name__ == "__main__":
    main()
