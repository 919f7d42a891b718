"""Files of weights are those that were fitted, byte for byte, or are not played by."""

from __future__ import annotations

import hashlib
import re
import shutil
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from kikashi import games
from kikashi.games.minishogi import engine as minishogi
from kikashi.games.xiangqi import engine as xiangqi
from kikashi.law import GameError
from kikashi.search.weights import SUM, weights_from
from kikashi.stones.evaluation import line_net
from kikashi.words.refusing import in_chinese

ROOMS = Path(games.__file__).parent
FILES = sorted(f for pattern in ("*/*.net", "*/*.bin") for f in ROOMS.glob(pattern))


def test_every_file_of_weights_has_its_sum() -> None:
    assert len(FILES) >= 3
    for file in FILES:
        assert hashlib.sha256(weights_from(file)).hexdigest() == sum_of(file)


def sum_of(file: Path) -> str:
    found, name = file.with_name(file.name + SUM).read_text("utf-8").split()
    assert name == file.name
    return found


@pytest.mark.native
def test_a_net_of_the_right_length_with_another_weight_is_refused(tmp_path: Path) -> None:
    for name in ("lines.net", "lines.net" + SUM):
        shutil.copy(ROOMS / "gomoku" / name, tmp_path)
    data = bytearray((tmp_path / "lines.net").read_bytes())
    data[len(data) // 2] ^= 1
    (tmp_path / "lines.net").write_bytes(data)
    with pytest.raises(GameError, match=re.escape("lines.net is damaged")) as refused:
        line_net(tmp_path)
    assert (
        in_chinese(str(refused.value)) == "lines.net 已損壞：內容與 lines.net.sha256 的校驗和不符"
    )


def test_a_net_without_a_sum_or_with_an_empty_one_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "pieces.net"
    file.write_bytes(b"any")
    with pytest.raises(GameError, match="no sum beside it") as refused:
        weights_from(file)
    assert "sha256sum" in in_chinese(str(refused.value))
    file.with_name(file.name + SUM).write_text("", "utf-8")
    with pytest.raises(GameError, match="damaged"):
        weights_from(file)


@pytest.mark.parametrize(
    ("engine", "read", "name"),
    [(xiangqi, xiangqi.piece_net, "pieces.net"), (minishogi, minishogi.weights, "network.bin")],
)
def test_rooms_read_their_weights_with_the_sum(
    engine: ModuleType, read: Any, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def asking(file: Path) -> bytes:
        asked.append(file.name)
        return weights_from(file)

    monkeypatch.setattr(engine, "weights_from", asking)
    assert read.__wrapped__()
    assert asked == [name]
