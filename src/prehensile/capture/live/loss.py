"""How many samples of a stream never came, told from the time stamps of those that did."""

import numpy as np

WINDOW = 0.5
"""[s] over which the earliest sample decides: one that is late by chance is not lost"""


LONGEST = 600.0
"""[s] A step that is longer is none: the sender's clock was set anew."""


class LossCounter:
    """Counts holes in a stream of a known rate.

    A sample that comes late lies behind its place, t − n / rate, and the next ones are in place
    again. After k lost ones all that follow lie behind by k periods. So the least lateness within a
    window is compared with that of the window before. A clock that drifts by 1e-4 moves it by a
    twentieth of a sample only, at 1 kHz.

    Args:
        rate_hz: of the stream; nothing is counted at 0.
    """

    def __init__(self, rate_hz: float):
        self._rate = rate_hz
        self._number = 0
        self._least: float | None = None
        """[periods] least lateness of the window before"""
        self._now = np.inf
        self._left = self._size = max(8, round(WINDOW * rate_hz))
        self.lost = 0

    def follow(self, time: np.ndarray) -> None:
        """Samples with these times (n,) [s] came."""
        if self._rate <= 0:
            return
        late = time * self._rate - (self._number + np.arange(len(time)))
        self._number += len(time)
        while len(late):
            part, late = late[: self._left], late[self._left :]
            self._now = min(self._now, float(part.min()))
            self._left -= len(part)
            if not self._left:
                self._close()

    def _close(self) -> None:
        if self._least is not None and self._now - self._least < LONGEST * self._rate:
            self.lost += max(0, round(self._now - self._least))
        self._least, self._now, self._left = self._now, np.inf, self._size
