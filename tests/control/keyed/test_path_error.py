"""How far a wrist is off its path."""

import numpy as np
import pytest

from prehensile.control.keyed.path_error import path_error
from prehensile.motion.mocap.wrist_path import WristPath


def test_a_wrist_that_is_off_its_path_is_reported(arm, hand, make_clip):
    path = arm.path
    clip = make_clip(hand, path.time, np.zeros((len(path.time), hand.dof)), path.pose)
    assert path_error(clip, path).free_mm == pytest.approx(0, abs=1e-9)
    shifted = WristPath(path.time, path.pose + np.array([0.005, 0, 0, 0, 0, 0, 0]), path.side)
    found = path_error(clip, shifted)
    assert found.free_mm == pytest.approx(5, abs=1e-6) and found.contact_mm == 0
