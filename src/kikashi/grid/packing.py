"""Certificates as bytes that travel with a result; the same proof gives the same bytes."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from typing import Any

from kikashi.proofs import RefusedError
from kikashi.search import Certificate


def packed(certificate: Certificate) -> bytes:
    """The gzipped file."""
    return gzip.compress(certificate.to_bytes(), mtime=0)


def certificate_in(value: Mapping[str, Any], name: str = "certificate") -> bytes:
    """The certificate that a value brings; RefusedError where it brings none."""
    data = value.get(name)
    if not isinstance(data, bytes) or not data:
        raise RefusedError(f"what is claimed needs a {name}, and there is none")
    return data
