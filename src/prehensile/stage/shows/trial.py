"""`Trial`: one pull of the reduced and of the full mechanism, and how close they came."""

import numpy as np

from prehensile.motion.verdict import Figure, Verdict
from prehensile.stage.shows.show import SUBSTEPS, Show

TIMESTEP = 1 / 240
"""[s] of both simulations"""
RISE, END = 1.0, 2.0
"""[s] until the whole force is there, and until the pull is judged"""
JUDGED = 0.5
"""[s] before the end over which places are averaged: what still swings counts less"""
CLOSE = 0.1
"""Distance between the two, as a share of the full one's way, that still counts as close"""


class _Track:
    """Where one of the two simulations goes, by its own clock."""

    def __init__(self, start: np.ndarray):
        self._start, self._sum, self._weight = start, np.zeros(3), 0
        self.time = 0.0

    @property
    def share(self) -> float:
        """Of the force that it feels now: it begins and ends gently."""
        s = min(self.time / RISE, 1.0)
        return s * s * (3 - 2 * s)

    @property
    def over(self) -> bool:
        return self.time >= END - TIMESTEP / 2

    @property
    def moved(self) -> np.ndarray:
        """(3,) [m]"""
        return self._sum / max(self._weight, 1) - self._start

    def go_on(self, steps: int, point: np.ndarray) -> None:
        if not self.over and self.time >= END - JUDGED:
            self._sum, self._weight = self._sum + steps * point, self._weight + steps
        self.time += steps * TIMESTEP


class Trial:
    """Both are pulled alike; MuJoCo, where it is slow, takes longer and is waited for.

    Args:
        show: at rest.
        compared: whether the full mechanism runs along.
    """

    def __init__(self, show: Show, compared: bool):
        self._show, self._row = show, list(show.handles).index(show.pulled)
        self._ours, self._full = (_Track(points[self._row]) for points in show.points())
        self.compared = compared
        """False once the full mechanism was left out"""

    @property
    def shares(self) -> tuple[float, float]:
        """Of the show's own pull, on the reduced and on the full mechanism."""
        return self._ours.share, self._full.share

    @property
    def over(self) -> bool:
        """Whether it can be judged."""
        return self._ours.over and (self._full.over or not self.compared)

    def go_on(self, made: int, ghost: bool) -> None:
        """After a frame in which the full mechanism made some steps, if it is there at all."""
        self.compared = self.compared and ghost
        ours, full = self._show.points()
        self._ours.go_on(SUBSTEPS, ours[self._row])
        self._full.go_on(made, full[self._row])

    def verdict(self) -> Verdict:
        """How far both went, and what a step of each costs."""
        show, mm = self._show, 1e3 * float(np.linalg.norm(self._ours.moved))
        figures = {"moved": Figure(mm, "mm")}
        if not self.compared:
            advice = "Switch the full simulation on and pull again to see how close that is."
            return Verdict(True, f"{show.pulled} came {mm:.1f} mm.", "", advice, figures)
        full_mm = 1e3 * float(np.linalg.norm(self._full.moved))
        apart = float(np.linalg.norm(self._ours.moved - self._full.moved)) * 1e3 / full_mm
        faster = show.full_step_us / show.step_us
        ok = apart <= CLOSE
        figures |= {
            "full moved": Figure(full_mm, "mm"),
            "apart": Figure(100 * apart, "%"),
            "step": Figure(show.step_us, "µs"),
            "full step": Figure(show.full_step_us, "µs"),
            "faster": Figure(faster, "×"),
        }
        return Verdict(
            ok,
            f"{show.pulled} came {mm:.1f} mm, the full mechanism {full_mm:.1f}: {apart:.1%} apart, "
            f"{faster:,.0f} times faster ({show.step_us:.2g} µs a step instead of "
            f"{show.full_step_us:,.0f}).",
            reason="" if ok else f"more than {CLOSE:.0%} apart",
            advice="" if ok else "Pull again without the mouse: far out it is an estimate.",
            figures=figures,
        )
