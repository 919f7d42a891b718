"""What the routes ask: one module an area. Services know no HTTP; they raise GameError or Refusal.

A service module may have `on_start(studio: Studio) -> None`: it is called once, in a thread of its
own, after the studio takes connections. What takes long there delays no page.
"""
