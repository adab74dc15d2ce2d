"""Fingertips follow the joint before them unless they touch something."""

import numpy as np
from tests.world.test_touches import seen as touching

from prehensile.control.law.curl import TendonCurl
from prehensile.hand.hand import Hand

HAND = Hand()
DIP, PIP = (HAND.joint_index(f"index_{j}_flex") for j in ("dip", "pip"))


def cap(pip: float, style: float, force: float = 0.0) -> np.ndarray:
    pose = np.zeros(HAND.dof)
    pose[DIP] = style
    obs = touching((0, 3, force))
    obs.q[PIP] = pip
    return TendonCurl(HAND, pose, "mug")(obs)


def test_a_free_fingertip_bends_as_far_as_the_joint_before_it():
    assert cap(pip=0.7, style=0.2)[DIP] == 0.7


def test_or_as_far_as_the_style_bends_it():
    assert cap(pip=0.1, style=0.5)[DIP] == 0.5


def test_one_that_touches_bends_as_it_must():
    assert cap(pip=0.1, style=0.2, force=1.0)[DIP] == np.inf


def test_no_other_joint_is_held_back():
    free = cap(pip=0.7, style=0.2)
    tips = [HAND.joint_index(f"{f}_dip_flex") for f in ("index", "middle", "ring", "little")]
    assert np.isinf(np.delete(free, tips)).all() and np.isfinite(free[tips]).all()
