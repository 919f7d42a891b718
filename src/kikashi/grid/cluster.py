"""A cluster: three brokers that serve one grid, so that any one of them may fail.

Every member runs a NATS server, and all three are one cluster with replicated streams. What a
single broker keeps in its folder (keys, certificates, people) they share in the ledger, which is a
PostgreSQL database. Whoever holds the lease of `leader` coordinates, the others stand by.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Hashable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa

from kikashi.grid.contract import TaskError
from kikashi.grid.ledger import Ledger
from kikashi.grid.people import NAME, TLS_FILES, Person, Register, new_key, new_tls, save_tls

SIZE = 3
PORTS = (4222, 6222)
"""For apps and PCs, and for the members among themselves."""
MEMBER = re.compile(
    r"(?P<host>\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+)(:(?P<port>\d{1,5})(:(?P<routes>\d{1,5}))?)?"
)

meta = sa.MetaData()
shared = sa.Table(
    "grid_shared",
    meta,
    sa.Column("what", sa.Text, primary_key=True),
    sa.Column("data", sa.LargeBinary, nullable=False),
)
people = sa.Table(
    "grid_people",
    meta,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("data", sa.LargeBinary, nullable=False),
    sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
)


@dataclass(frozen=True)
class Member:
    """Where one broker of a cluster is reached."""

    host: str
    port: int
    routes: int

    @property
    def url(self) -> str:
        return f"tls://{self.host}:{self.port}"


@dataclass(frozen=True)
class Cluster:
    """All members in the order in which every one of them is started, and which one this is."""

    members: tuple[Member, ...]
    number: int
    """From 1."""

    @classmethod
    def read(cls, text: str, number: int) -> Cluster:
        """From `HOST[:PORT[:ROUTES]],...`; TaskError says what is wrong."""
        members = []
        for word in text.split(","):
            found = MEMBER.fullmatch(word.strip())
            if found is None:
                raise TaskError(f"a member is HOST, HOST:PORT or HOST:PORT:ROUTES, not {word!r}")
            port, routes = int(found["port"] or PORTS[0]), int(found["routes"] or PORTS[1])
            if not (0 < port < 65536 and 0 < routes < 65536):
                raise TaskError(f"a port is a number from 1 to 65535: {word!r}")
            members.append(Member(found["host"], port, routes))
        if len(members) != SIZE or len({(m.host, m.routes) for m in members}) != SIZE:
            raise TaskError(f"a cluster has {SIZE} different members, not {text!r}")
        if not 1 <= number <= SIZE:
            raise TaskError(f"--member is 1, 2 or {SIZE}: which of {text} this broker is")
        return cls(tuple(members), number)

    @property
    def here(self) -> Member:
        return self.members[self.number - 1]

    @property
    def urls(self) -> list[str]:
        """Addresses for apps and PCs; this member's first."""
        return [self.here.url, *(m.url for m in self.members if m is not self.here)]

    def settings(self, tls: Path) -> dict[str, object]:
        """The server's `cluster` block. Only who has a certificate of our authority may join."""
        routes = [f"tls://{m.host}:{m.routes}" for m in self.members if m is not self.here]
        return {
            "name": "kikashi",
            "host": self.here.host.strip("[]"),
            "port": self.here.routes,
            "routes": routes,
            # Apps and PCs know the addresses from their credentials.
            "no_advertise": True,
            "tls": {
                "cert_file": str(tls / "server.pem"),
                "key_file": str(tls / "server-key.pem"),
                "ca_file": str(tls / "authority.pem"),
                "verify": True,
                "timeout": 10,
            },
        }


class Keys(msgspec.Struct, frozen=True):
    """What all members of a cluster have in common."""

    tls: dict[str, bytes]
    secret: bytes
    """For the tokens of PCs."""
    seed: str
    """The coordinator's nkey."""
    public: str


def shared_keys(ledger: Ledger, cluster: Cluster, folder: Path) -> Keys:
    """The keys of this cluster; whoever comes first makes them. The certificates go to `folder`."""
    if not ledger.url.startswith("postgresql"):
        raise TaskError("a cluster needs a PostgreSQL ledger: --ledger postgresql://...")
    ledger.create(meta)
    with ledger.transaction() as connection:
        found = connection.execute(sa.select(shared.c.data)).scalar()
    if found is None:
        seed, public = new_key()
        tls = new_tls([member.host for member in cluster.members])
        mine = msgspec.msgpack.encode(Keys(tls, secrets.token_bytes(32), seed, public))
        with ledger.transaction() as connection:
            connection.execute(
                sa.text("INSERT INTO grid_shared VALUES ('keys', :data) ON CONFLICT DO NOTHING"),
                {"data": mine},
            )
            found = connection.execute(sa.select(shared.c.data)).scalar()
    assert found is not None
    keys = msgspec.msgpack.decode(found, type=Keys)
    assert set(keys.tls) == set(TLS_FILES)
    save_tls(folder, keys.tls)
    return keys


class SharedRegister(Register):
    """The people of a cluster, in its ledger."""

    def __init__(self, folder: Path, ledger: Ledger) -> None:
        super().__init__(folder)
        self._ledger = ledger

    def find(self, name: str) -> Person | None:
        if not NAME.fullmatch(name):
            return None
        found = self._read(sa.select(people.c.data).where(people.c.name == name))
        return found[0] if found else None

    def everyone(self) -> tuple[Person, ...]:
        return self._read(sa.select(people.c.data).order_by(people.c.name))

    def stamp(self) -> Hashable:
        wanted = sa.select(sa.func.count(), sa.func.max(people.c.changed))
        with self._ledger.transaction() as connection:
            return tuple(connection.execute(wanted).one())

    def _write(self, person: Person) -> None:
        statement = (
            "INSERT INTO grid_people VALUES (:name, :data, clock_timestamp()) ON CONFLICT (name) "
            "DO UPDATE SET data = :data, changed = clock_timestamp()"
        )
        row = {"name": person.name, "data": msgspec.json.encode(person)}
        with self._ledger.transaction() as connection:
            connection.execute(sa.text(statement), row)

    def _read(self, wanted: sa.Select[Any]) -> tuple[Person, ...]:
        with self._ledger.transaction() as connection:
            rows = connection.execute(wanted).scalars().all()
        return tuple(msgspec.json.decode(row, type=Person) for row in rows)
