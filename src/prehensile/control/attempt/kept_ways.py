"""Numbers mean the same grasps: the ways that were found are kept, and played again by number."""

from collections.abc import Sequence
from typing import NamedTuple

from prehensile.cache import keep, recalled
from prehensile.control.attempt.attempt import Attempt
from prehensile.control.attempt.kept_plans import compressed, decompressed, is_anew
from prehensile.control.attempt.plan import Plan, plan_from_json, plan_of, plan_to_json

KIND = "plan"
"""of kept results"""


class KeptWays(NamedTuple):
    """Ways beyond the first, in their order."""

    plans: list[Plan]
    ended: bool
    """whether there are no more"""

    def suffice(self, number: int) -> bool:
        """Whether they tell all that there is of ways up to a number, counted from 1."""
        return self.ended or len(self.plans) >= number - 1


def kept_ways(key: bytes | None) -> KeptWays | None:
    """Those of a key; None if nothing was kept, or nothing that is kept counts."""
    return None if key is None or is_anew() else recalled(KIND, key, _read)


def keep_ways(key: bytes | None, found: Sequence[Attempt], ended: bool) -> None:
    """Keep attempts beyond the first; ``ended`` if there are no more."""
    if key is not None:
        data = {"plans": [plan_to_json(plan_of(attempt)) for attempt in found], "ended": ended}
        keep(KIND, key, compressed(data))


def _read(data: bytes) -> KeptWays:
    read = decompressed(data)
    return KeptWays([plan_from_json(plan) for plan in read["plans"]], bool(read["ended"]))
