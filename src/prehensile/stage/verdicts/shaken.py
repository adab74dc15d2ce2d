"""How two hands shook: whether they kept hold of each other, and whether their fingers waved."""

import numpy as np

from prehensile.hand.joints import WRIST_JOINTS
from prehensile.motion.verdict import Figure, Verdict
from prehensile.world.world import Frame, World

LOOSE = 0.1
"""Share of a shake during which the hands may lose touch."""
LIMP = 5.0
"""[N] between the hands on average; people press with 5 to 20"""
WAVING = np.radians(1.0)
"""[rad] root mean square over the fingers' joints, from which one sees them wave"""


class ShakeJudge:
    """Looks at every frame of a shake.

    Args:
        world: with both hands.
        in_the_air: whether they shake apart from each other.
    """

    def __init__(self, world: World, in_the_air: bool):
        self._in_the_air = in_the_air
        self._owner = np.array([name.partition("/")[0] for name in world.contact_names])
        self._digits = np.array(
            [name not in WRIST_JOINTS for name in world.hands[0].hand.joint_names]
        )
        self._start = world.observe(world.hands[0].name).q[self._digits]
        self._forces: list[float] = []
        self._squares: list[float] = []

    def add(self, frame: Frame) -> None:
        """Look at one frame."""
        contacts = frame.contacts
        across = self._owner[contacts.a] != self._owner[contacts.b]
        self._forces.append(float(contacts.normal_force[across].sum()))
        self._squares.append(float(((frame.q[0][self._digits] - self._start) ** 2).mean()))

    def verdict(self) -> Verdict | None:
        """How it went; None before the first frame."""
        if not self._forces:
            return None
        return self._wave() if self._in_the_air else self._clasp()

    def _wave(self) -> Verdict:
        wave = float(np.sqrt(np.mean(self._squares)))
        degrees = float(np.degrees(wave))
        figures = {"wave": Figure(degrees, "°")}
        if wave > WAVING:
            line = f"The fingers waved: {degrees:.1f}° on average."
            advice = "Compensate the arm."
            return Verdict(False, line, reason=line, advice=advice, figures=figures)
        return Verdict(True, f"The fingers kept still: {degrees:.1f}° on average.", figures=figures)

    def _clasp(self) -> Verdict:
        force = np.array(self._forces)
        mean, loose = float(force.mean()), float(np.mean(force <= 0))
        figures = {"force": Figure(mean, "N"), "apart": Figure(100 * loose, "%")}
        if loose > LOOSE:
            line = f"They lost each other for {loose:.0%} of the shake."
            advice = "Raise the grip, or the strength."
            return Verdict(False, line, reason=line, advice=advice, figures=figures)
        if mean < LIMP:
            line = f"A limp handshake: {mean:.1f} N between them on average."
            advice = "Raise the grip, or the strength."
            return Verdict(False, line, reason=line, advice=advice, figures=figures)
        return Verdict(
            True, f"They shook hands: {mean:.1f} N between them on average.", figures=figures
        )
