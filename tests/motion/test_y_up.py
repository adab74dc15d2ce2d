import numpy as np

from prehensile.hand.webxr_joints import R_BONE_WEBXR
from prehensile.lie import se3
from prehensile.motion.y_up import R_YUP_WORLD, y_up, z_up


def test_what_is_up_stays_up_and_nothing_is_mirrored():
    assert np.allclose(R_YUP_WORLD @ [0, 0, 1], [0, 1, 0])
    assert np.allclose(R_YUP_WORLD @ [1, 0, 0], [1, 0, 0])
    assert np.linalg.det(R_YUP_WORLD) > 0.999


def test_there_and_back(rng):
    T = se3.exp(rng.normal(size=(5, 6)))
    for frame in (None, R_BONE_WEBXR):
        there = y_up(T, frame)
        assert np.allclose(z_up(there, frame), T)
        assert np.allclose(there[:, :3, 3], T[:, :3, 3] @ R_YUP_WORLD.T)
    assert np.allclose(y_up(T, R_BONE_WEBXR)[:, :3, 1], T[:, :3, 2] @ R_YUP_WORLD.T)
