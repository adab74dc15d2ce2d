"""Hands to test on, and their compiled models."""

from collections.abc import Callable
from functools import cache

import mujoco
import numpy as np
import pytest

from prehensile.hand.hand import Hand
from prehensile.hand.model import build_hand_model
from prehensile.hand.parse import parse_hand


class Compiled:
    """A hand beside its compiled MuJoCo model, forearm fixed at the origin."""

    def __init__(self, hand: Hand):
        self.hand = hand
        self.model = build_hand_model(hand, "fixed").compile()
        self.data = mujoco.MjData(self.model)
        joints = [self.model.joint(name) for name in hand.joint_names]
        self.dof = np.array([j.dofadr[0] for j in joints])

    def place(self, q: np.ndarray) -> None:
        """Kinematics and contacts at joint angles ``q`` (23,)."""
        self.data.qpos[self.dof] = q  # hinges only: qpos and dof addresses agree
        mujoco.mj_forward(self.model, self.data)

    def inertia(self) -> np.ndarray:
        """(23, 23) mass matrix in the order of the hand's joint names."""
        M = np.zeros((self.model.nv, self.model.nv))
        mujoco.mj_fullM(self.model, self.data, M)
        return M[np.ix_(self.dof, self.dof)]

    def overlaps(self) -> dict[tuple[str, str], float]:
        """[m] of every pair of geoms that sink into each other."""
        return {
            (self.model.geom(c.geom1).name, self.model.geom(c.geom2).name): -c.dist
            for c in self.data.contact
            if c.dist < 0
        }


@pytest.fixture(scope="session")
def compiled() -> Callable[[str], Compiled]:
    """``compiled("left:p95")``: a hand and its model, made once."""
    return cache(lambda text: Compiled(parse_hand(text).build()))


@pytest.fixture(scope="session")
def hand() -> Hand:
    """The mean right hand."""
    return Hand()
