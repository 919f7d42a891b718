"""The winning-set family: the parts that its rooms share, found by `Room.family`.

A module here serves every room of the family that has none of its own by that name. Only rooms
import from here; the rest of the house asks the room.
"""
