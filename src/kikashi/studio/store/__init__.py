"""The studio's database: people, games, and what the other parts remember.

`Store(where)` opens it and brings its tables up to date; `with store.session() as session:` commits
at the end, or not at all. `store.puzzles` is the same database as the puzzle factory sees it.

Tables: one file a subject, each a subclass of `Base` (`store.base`), imported by `store.tables`;
migrations: `store/migrations/versions/vNNNN_subject.py`, one chain. A table that belongs to a
person has `person_id` with `ForeignKey("person.id", ondelete="CASCADE")`, so that whoever leaves
takes everything along.
"""

from kikashi.studio.store.base import Base, Store, now

__all__ = ["Base", "Store", "now"]
