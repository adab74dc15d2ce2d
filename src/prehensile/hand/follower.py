"""A joint that turns with another one."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Follower:
    """A joint that a coupling moves: angle = offset + ratio · (the leader's). [rad]"""

    name: str
    leader: str
    ratio: float
    offset: float
    lower: float
    upper: float
