"""Game records in and out: SGF in its dialects, CSV, PSQ and move lists."""

from kikashi.records.collection import read_collection, write
from kikashi.records.formats import FORMATS
from kikashi.records.model import DRAW, Node, Record, RecordError, Refusal, Source
from kikashi.records.positions import position_argument

__all__ = [
    "DRAW",
    "FORMATS",
    "Node",
    "Record",
    "RecordError",
    "Refusal",
    "Source",
    "position_argument",
    "read_collection",
    "write",
]
