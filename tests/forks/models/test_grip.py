"""A hand whose springs rest inside the ball it holds."""

import numpy as np

from prehensile.forks.models.grip import holding_forces
from prehensile.forks.models.shipped import GRAVITY, grasping_grip
from prehensile.forks.statics.equilibrium import equilibrium
from prehensile.kinematics.forward import segment_transforms


def test_a_grip_is_an_equilibrium_of_the_whole_hand() -> None:
    """Newton's method on all joints ends in the pose in which the fingertips touch."""
    grip = grasping_grip()
    m = grip.mechanism
    load = np.zeros((len(m.links), 6))
    load[m.effector_rows(m.effectors)] = grip.wrench
    T = m.T_world[m.base]
    right = np.stack(list(segment_transforms(grip.hand, grip.q, T).values()))
    assert np.allclose(equilibrium(m, load, GRAVITY).T_world, right, atol=1e-8)
    assert np.abs(m.T_world - right).max() > 0.005  # and not where the springs rest


def test_holding_forces_lift_and_do_not_turn(rng: np.random.Generator) -> None:
    arms = rng.normal(size=(4, 3))
    inward = -arms / np.linalg.norm(arms, axis=1, keepdims=True)
    found = holding_forces(arms, inward, np.array([0.1, 0, 2.0]))
    assert np.allclose(found.sum(axis=0), [0.1, 0, 2])
    assert np.allclose(np.cross(arms, found).sum(axis=0), 0, atol=1e-12)
