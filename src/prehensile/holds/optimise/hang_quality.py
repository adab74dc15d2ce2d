"""How well a hand hangs on a hold at a moment: the wrench ellipsoid of what presses now."""

from typing import NamedTuple

import numpy as np

from prehensile.holds.kinds.hold import Hold
from prehensile.quality.measure.contact_wrenches import contact_wrenches
from prehensile.quality.measure.hertz_patch import patch_torsion
from prehensile.quality.measure.wrench_ellipsoid import wrench_ellipsoid

PRESSING = 0.02
"""[N] of normal force from which a contact counts"""


class HangQuality(NamedTuple):
    """How much is resisted in the weakest direction, and which that is."""

    value: float
    """[N] smallest singular value of the contact wrenches, each as strong as its contact presses"""
    weakest: np.ndarray
    """(6,) unit, of either sign: force and torque over the length; zero where nothing presses"""
    middle: np.ndarray
    """(3,) [m] of the contacts, by their normal forces: torques are taken about it"""
    length: float
    """[m] by which they are divided: the hold's largest radius about it"""

    def easiest_push(self, point: np.ndarray) -> np.ndarray:
        """(3,) unit, of either sign: the push at a point (3,) [m] that is most like the weakest
        wrench; zero where nothing presses.

        A push d there is the wrench (d, r × d / length), whose product with the weakest is largest
        along f + t × r / length.
        """
        push = self.weakest[:3] + np.cross(self.weakest[3:], point - self.middle) / self.length
        size = np.linalg.norm(push)
        return push / size if size > 0 else push


def hang_quality(hold: Hold, pos: np.ndarray, normal: np.ndarray, force: np.ndarray) -> HangQuality:
    """Measure the contacts of a hand with a hold; soft fingers.

    Use it from frame to frame while a hand is pulled on. It says nothing about closure: hands that
    hang are seldom closed.

    Args:
        hold: what it hangs on.
        pos: (N, 3) [m], world.
        normal: (N, 3) unit, from the hand into the hold.
        force: (N, 3) [N] that the hand exerts on the hold.
    """
    press = np.einsum("ni,ni->n", force, normal)
    pressing = press > PRESSING
    press = press[pressing]
    middle = press @ pos[pressing] / press.sum() if len(press) else hold.grip
    length = float(np.linalg.norm(hold.object.vertices - middle, axis=1).max())
    if not len(press):
        return HangQuality(0.0, np.zeros(6), middle, length)
    friction = hold.object.friction[0]
    unit = contact_wrenches(
        pos[pressing],
        normal[pressing],
        friction,
        middle,
        length,
        torsion=patch_torsion(press, friction),
    )
    found = wrench_ellipsoid(unit.wrench * press[unit.contact][:, None])
    return HangQuality(float(found.smallest), found.weakest, middle, length)
