"""Who may connect: credentials that are given out and taken back, and the broker's own keys.

The folder of a broker holds `people/NAME.json` for everyone invited (the public key, never the
secret one) and `tls/` with the authority that signs the server. A credential file carries the
address, the authority's certificate and the secret key; whoever has the file is that person.
"""

from __future__ import annotations

import base64
import datetime
import ipaddress
import os
import re
import secrets
import ssl
import time
from collections.abc import Hashable, Mapping, Sequence
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import msgspec

from kikashi.grid.contract import TaskError

SERVER_NAME = "kikashi-broker"
"""In the server's certificate, so that it is the same under every address."""
ROLES = ("pc", "app")
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
RESERVED = ("coordinator", "watcher")
YEARS = 10
SETTLED = 2_000_000_000
"""Nanoseconds after which the time of a folder tells whether it was changed again."""
TLS_FILES = ("authority.pem", "server-key.pem", "server.pem")


class Person(msgspec.Struct, frozen=True):
    """Someone invited: a PC or an app, and whose it is."""

    name: str
    role: str
    owner: str
    key: str
    """The public nkey."""
    trusted: bool = False
    """The owner of the grid answers for this PC: its results need no second opinion."""
    revoked: bool = False


class Credential(msgspec.Struct, frozen=True):
    """The content of a credential file."""

    kikashi_grid: Annotated[int, msgspec.Meta(ge=1, le=1)]
    name: str
    role: str
    url: str
    seed: str
    authority: str
    more: tuple[str, ...] = ()
    """Further addresses of the same grid: those of a cluster's other members."""

    @property
    def urls(self) -> list[str]:
        """Every address, the first one first."""
        return [self.url, *self.more]

    def tls(self) -> ssl.SSLContext:
        """Trusts the broker's own authority and no other."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        context.load_verify_locations(cadata=self.authority)
        return context


def read_credential(path: Path, role: str) -> Credential:
    """Reads a credential file; TaskError says what is wrong with it."""
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Credential)
    except msgspec.MsgspecError as problem:
        raise TaskError(f"{path} is no credential of a grid: {problem}") from None
    if found.role != role:
        raise TaskError(
            f"{path} is for the role {found.role}; here a credential of {role} is needed"
        )
    wrong = _damage(found)
    if wrong:
        raise TaskError(
            f"the credential {path} is damaged: {wrong}; the owner of the broker can make a new one"
        )
    return found


def _damage(credential: Credential) -> str:
    import nkeys  # noqa: PLC0415 - most of the house does without

    for url in credential.urls:
        place = urlsplit(url)
        try:
            port = place.port
        except ValueError:
            port = None
        if place.scheme != "tls" or not place.hostname or port is None:
            return f"its address is {url!r:.80}, not of the form tls://HOST:PORT"
    try:
        credential.tls()
    except (ssl.SSLError, ValueError):
        return "the certificate in it cannot be read"
    try:
        nkeys.from_seed(credential.seed.encode())
    except (nkeys.NkeysError, ValueError):
        return "the secret key in it cannot be read"
    return ""


def new_key() -> tuple[str, str]:
    """A fresh pair: the secret seed and the public key."""
    import nkeys  # noqa: PLC0415 - only a broker needs it here

    seed = nkeys.encode_seed(secrets.token_bytes(32), nkeys.PREFIX_BYTE_USER)
    pair = nkeys.from_seed(seed)
    return seed.decode(), pair.public_key.decode()


class Register:
    """The people of one broker, kept as files that a running broker watches."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._people = folder / "people"
        self._changed = 0
        self._stamp: tuple[tuple[str, int], ...] = ()

    def invite(
        self,
        name: str,
        role: str,
        urls: Sequence[str],
        *,
        owner: str = "",
        trusted: bool = False,
    ) -> Credential:
        """Writes a person down and makes the credential."""
        if not NAME.fullmatch(name) or name in RESERVED:
            raise TaskError(
                f"a name has 1 to 40 small letters, digits and hyphens, and {', '.join(RESERVED)} "
                f"are taken: {name!r}"
            )
        if role not in ROLES:
            raise TaskError(f"the roles are {' and '.join(ROLES)}, not {role!r}")
        if owner and not NAME.fullmatch(owner):
            raise TaskError(
                f"an owner's name has 1 to 40 small letters, digits and hyphens: {owner!r}"
            )
        known = self.find(name)
        if known is not None and not known.revoked:
            raise TaskError(f"{name} is already invited; revoke it first")
        authority = self.folder / "tls" / "authority.pem"
        if not authority.exists():
            raise TaskError(
                f"{self.folder} is no broker's folder; start `kikashi grid broker` there first"
            )
        seed, key = new_key()
        self._write(Person(name, role, owner or name, key, trusted))
        text = authority.read_text("ascii")
        return Credential(1, name, role, urls[0], seed, text, tuple(urls[1:]))

    def revoke(self, name: str) -> Person:
        """Takes a credential back for good."""
        known = self.find(name)
        if known is None:
            raise TaskError(f"nobody called {name!r} was invited")
        if known.revoked:
            raise TaskError(f"{name} was revoked before")
        gone = msgspec.structs.replace(known, revoked=True)
        self._write(gone)
        return gone

    def find(self, name: str) -> Person | None:
        path = self._people / f"{name}.json"
        if not NAME.fullmatch(name) or not path.exists():
            return None
        return msgspec.json.decode(path.read_bytes(), type=Person)

    def everyone(self) -> tuple[Person, ...]:
        """All people, revoked ones too."""
        found = sorted(self._people.glob("*.json"))
        return tuple(msgspec.json.decode(path.read_bytes(), type=Person) for path in found)

    def stamp(self) -> Hashable:
        """Changes whenever someone is invited or revoked.

        Asked several times a second: as long as the folder has not changed its files are not
        looked at, but for a while after a change, since clocks of files tick coarsely.
        """
        try:
            changed = self._people.stat().st_mtime_ns
        except FileNotFoundError:
            return ()
        if changed != self._changed or time.time_ns() - changed < SETTLED:
            self._changed = changed
            with os.scandir(self._people) as files:
                kept = [file for file in files if file.name.endswith(".json")]
                self._stamp = tuple(sorted((f.name, f.stat().st_mtime_ns) for f in kept))
        return self._stamp

    def _write(self, person: Person) -> None:
        self._people.mkdir(parents=True, exist_ok=True)
        save(self._people / f"{person.name}.json", msgspec.json.encode(person))


def save(path: Path, data: bytes) -> None:
    """Writes a file that only its owner reads, whole or not at all."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.draft")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
    draft.replace(path)


def make_tls(folder: Path) -> None:
    """An authority of this broker's own and a certificate for its server, once."""
    if not (folder / "server.pem").exists():
        save_tls(folder, new_tls())


def save_tls(folder: Path, files: Mapping[str, bytes]) -> None:
    """Writes what `new_tls` made."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    for name in TLS_FILES:
        save(folder / name, files[name])


def new_tls(hosts: Sequence[str] = ()) -> dict[str, bytes]:
    """The certificates and the key by the names of their files; `hosts`: of a cluster's members."""
    from cryptography import x509  # noqa: PLC0415 - only a broker needs it
    from cryptography.hazmat.primitives import hashes, serialization  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415
    from cryptography.x509.oid import NameOID  # noqa: PLC0415

    begin = datetime.datetime.now(datetime.UTC) - datetime.timedelta(days=1)
    end = begin + datetime.timedelta(days=365 * YEARS)

    def subject(name: str) -> x509.Name:
        return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])

    def certificate(name: str, key: ec.EllipticCurvePrivateKey) -> x509.CertificateBuilder:
        return (
            x509.CertificateBuilder()
            .subject_name(subject(name))
            .issuer_name(subject("kikashi-authority"))
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(begin)
            .not_valid_after(end)
        )

    names: list[x509.GeneralName] = [x509.DNSName(SERVER_NAME)]
    for host in hosts:
        try:
            names.append(x509.IPAddress(ipaddress.ip_address(host.strip("[]"))))
        except ValueError:
            names.append(x509.DNSName(host))
    above, below = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    authority = (
        certificate("kikashi-authority", above)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(above, hashes.SHA256())
    )
    server = (
        certificate(SERVER_NAME, below)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .sign(above, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    secret = below.private_bytes(
        pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    # The authority's own key is not kept: it has signed all it will ever sign.
    made = (authority.public_bytes(pem), secret, server.public_bytes(pem))
    return dict(zip(TLS_FILES, made, strict=True))


def new_token() -> str:
    """A word that nobody guesses."""
    return base64.b32encode(secrets.token_bytes(15)).decode().lower()
