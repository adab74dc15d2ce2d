"""Load on a hold in a single `World`, frame by frame, and what was borne: for clips and scenes."""

from collections.abc import Iterable

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.segments import FOREARM, GROUPS
from prehensile.holds.kinds.hold import Hold
from prehensile.holds.optimise.hang_quality import HangQuality, hang_quality
from prehensile.holds.optimise.load import DEEPEST, SLIP, borne, torn
from prehensile.kinematics.forward import pad_positions
from prehensile.lie import se3
from prehensile.motion.verdict import Figure, Verdict
from prehensile.world.world import Frame, World


class LoadMeter:
    """Follows a pull from where it begins; the same rules as `HoldWorlds.draw`."""

    def __init__(self, world: World, hold: Hold, hand: Hand, direction: np.ndarray):
        self._world, self._hold, self._hand = world, hold, hand
        self._direction = direction
        names = world.contact_names
        self._hold_row = names.index("hold")
        self._mine = np.array([n.startswith("hand/") and n != f"hand/{FOREARM}" for n in names])
        groups = {s: seg.group for s, seg in hand.segments.items()}
        self._digit = np.array(
            [GROUPS.index(groups.get(n.partition("/")[2], "palm")) for n in names]
        )
        self.begin()

    def begin(self, borne: Iterable[float] = ()) -> None:
        """The pull begins now: fingertips have not slid.

        Args:
            borne: [N] loads of the steps just before, which count too: a hand that squeezes hard
                may bear all it can before it is drawn.
        """
        self.loads = list(borne)
        """[N] along the pull, step by step"""
        self.over = False
        """A fingertip has slid too far, or the hold is too deep in the hand."""
        self._tips: np.ndarray | None = None
        self._touching = np.zeros(5, dtype=bool)

    @property
    def strength(self) -> float:
        """[N] borne so far"""
        return borne(np.array(self.loads), self._world.timestep)

    def follow(self, frame: Frame) -> None:
        """Take up what a step gave."""
        if self.over:
            return
        contacts, on_hold = frame.contacts, self._on_hold(frame)
        tips = pad_positions(self._hand, frame.q[0], se3.from_pose7(frame.forearm[0]))[0]
        if self._tips is None:
            self._tips = tips
            digits = self._digit[contacts.a[on_hold]]
            self._touching = np.isin(np.arange(5), digits)
        self.loads.append(self.load(frame))
        slid = np.linalg.norm(tips - self._tips, axis=1)[self._touching]
        deep = contacts.depth[on_hold].max(initial=0.0)
        self.over = bool((slid > SLIP).any()) or deep > DEEPEST or not self._touching.any()
        self.over |= bool(torn(self._hand, frame.q[0]))

    def load(self, frame: Frame) -> float:
        """[N] along the pull in a frame, whether it counts or not."""
        return float(frame.contacts.force[self._on_hold(frame)].sum(axis=0) @ self._direction)

    def quality(self, frame: Frame) -> HangQuality:
        """How well the hand hangs in a frame."""
        c, mine = frame.contacts, self._on_hold(frame)
        return hang_quality(self._hold, c.pos[mine], c.normal[mine], c.force[mine])

    def _on_hold(self, frame: Frame) -> np.ndarray:
        """(N,) contacts of the hand with the hold"""
        contacts = frame.contacts
        return self._mine[contacts.a] & (contacts.b == self._hold_row)

    def verdict(self) -> Verdict:
        """How much was borne, and whether it is enough."""
        needed, strength = self._hold.needed, self.strength
        figures = {"borne": Figure(strength, "N"), "needed": Figure(needed, "N")}
        if strength >= needed:
            return Verdict(True, f"Supported: it bore {strength:.0f} N.", figures=figures)
        return Verdict(
            False,
            f"Slid off: it bore {strength:.0f} N of {needed:.0f} N.",
            reason=f"a fingertip slid at {strength:.0f} N",
            advice="Pull as the hold is meant to be pulled.",
            figures=figures,
        )
