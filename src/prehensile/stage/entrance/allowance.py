"""So many in the long run, and some more at once after a quiet time."""


class Allowance:
    """Of whatever costs time.

    Args:
        per_second: in the long run.
        at_once: after a quiet time.
        now: [s] of a rising clock.
    """

    def __init__(self, per_second: float, at_once: float, now: float):
        self._per_second, self._at_once = per_second, at_once
        self._left, self._counted = at_once, now

    def take(self, now: float) -> bool:
        """Whether one more is allowed; it is then counted."""
        self._left = min(self._at_once, self._left + self._per_second * (now - self._counted))
        self._counted = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
