"""`Live`: a hand on springs that follows poses as they come, in step with a clock."""

from collections.abc import Sequence
from time import thread_time
from typing import Any

import numpy as np

from prehensile.errors import InputError
from prehensile.hand.compliance import HandCompliance
from prehensile.hand.hand import Hand
from prehensile.motion.clip import Clip
from prehensile.synthesis.play.glide import Glide
from prehensile.synthesis.play.playing import Play
from prehensile.synthesis.setting import Reference
from prehensile.world.objects.object import Object
from prehensile.world.scene import ObjectInScene

BEHIND = 0.1
"""[s] that it steps at once; of what lies further back the hand sees nothing, and time is lost"""

FAR_ABOVE = 4.0
"""[m] where a hand touches nothing"""
WARMING = 20
"""steps"""


class Live:
    """Steps as many times as time has passed; the reference glides from pose to pose.

    Args:
        hand: on springs.
        objects: where they stand at the beginning.
        compliance: of the hand; assumed if left out.
        first: the reference that it begins with.
        now: [s] when it begins, of the clock that everything is told by.
        options: as `Play` takes them.

    Attributes:
        play: the simulation and its frames.
        lost: [s] that passed without being stepped, since the machine was too slow.
        busy: [s] of one core that steps have taken.

    Raises:
        InputError: as `Play`.
    """

    def __init__(
        self,
        hand: Hand,
        objects: Object | ObjectInScene | Sequence[Object | ObjectInScene],
        compliance: HandCompliance | None,
        first: Reference,
        now: float,
        **options: Any,
    ):
        self.play = Play(hand, hand.side, objects, compliance, first, **options)
        self._glide = Glide(first)
        self._begun, self._steps = now, 0
        self._stamp, self._reached = -np.inf, -np.inf
        self._late: list[float] = []
        self.lost = self.busy = 0.0

    def follow(self, now: float, stamp: float, to: Reference) -> None:
        """A pose came. Those that are older than the last are left out.

        Args:
            now: [s] when it came.
            stamp: [s] when it was, by the same clock.
            to: the reference that it means.

        Raises:
            InputError: numbers that are not finite, or of another hand.
        """
        if to.theta.shape != self.play.simulation.state.theta.shape:
            raise InputError("the pose is of another hand.")
        if not (np.isfinite(to.theta).all() and np.isfinite(to.T_base).all()):
            raise InputError("a pose holds numbers that are not finite.")
        if stamp <= self._stamp:
            return
        self._stamp = stamp
        self._late.append(self._glide.aim(now, to) - stamp)

    def advance(self, now: float) -> int:
        """Step up to a time [s]; how many steps that took. None after something left the room."""
        h = self.play.simulation.setting.timestep
        due = int((now - self._begun) / h + 1e-6) - self._steps
        most = round(BEHIND / h)
        if due > most:
            self.lost += (due - most) * h
            self._begun += (due - most) * h
            due = most
        began, taken = thread_time(), 0
        while taken < due and not self.play.left:
            self._steps += 1
            taken += 1
            self.play.step(self._glide.at(self._begun + self._steps * h))
        self.busy += thread_time() - began
        return taken

    @property
    def share(self) -> float:
        """Of real time that steps have taken; above 1 it cannot keep pace."""
        return self.busy / max(self.play.simulation.time, 1e-9)

    @property
    def latency(self) -> float:
        """[s] from a pose to when the reference is there: the median of all that came."""
        return float(np.median(self._late)) if self._late else 0.0

    def clip(self) -> Clip:
        """All that was played so far, judged.

        Raises:
            InputError: not a single step was.
        """
        if not self._steps:
            raise InputError("nothing was played: no time has passed.")
        return self.play.clip(
            live={"share": self.share, "latency_s": self.latency, "lost_s": self.lost}
        )


def warm_up(
    hand: Hand,
    objects: Object | ObjectInScene | Sequence[Object | ObjectInScene],
    compliance: HandCompliance | None,
    **options: Any,
) -> None:
    """Step the objects without a hand near them, so that kernels are loaded before anybody waits.

    Args:
        hand: as of `Live`, like the others.
        objects: that will be played on.
        compliance: of the hand.
        options: as `Play` takes them.
    """
    away = np.eye(4)
    away[2, 3] = FAR_ABOVE
    play = Play(
        hand, hand.side, objects, compliance,
        Reference(np.append(hand.spec.rest, np.zeros(3)), away), **options,
    )  # fmt: skip
    for _ in range(WARMING):
        play.step()
