"""Conversations between programs: being an engine for others, and hosting theirs."""

from __future__ import annotations

from kikashi.protocols.hosts import Host, ProgramError
from kikashi.protocols.registry import PROTOCOLS, engine, host, protocols_of

__all__ = ["PROTOCOLS", "Host", "ProgramError", "engine", "host", "protocols_of"]
