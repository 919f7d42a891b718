"""Certificates as texts that travel with a result; the same proof gives the same text."""

from __future__ import annotations

import base64
import binascii
import gzip
import json
import zlib

from kikashi.proofs import RefusedError
from kikashi.search import Certificate


def packed(certificate: Certificate) -> str:
    """The gzipped file in base 64."""
    return base64.b64encode(gzip.compress(certificate.to_bytes(), mtime=0)).decode()


def unpacked(text: str) -> bytes:
    """The gzipped file; RefusedError where the text is none."""
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as why:
        raise RefusedError(f"the certificate is not in base 64: {why}") from None


def nodes_of(text: str) -> tuple[list[list[object]], int]:
    """The nodes and the root, which nobody has checked; RefusedError if they cannot be read."""
    try:
        header, *nodes = map(json.loads, gzip.decompress(unpacked(text)).splitlines())
        return nodes, int(header["root"])
    except (OSError, EOFError, zlib.error, ValueError, KeyError, TypeError) as why:
        raise RefusedError(f"the certificate cannot be read: {why}") from None
