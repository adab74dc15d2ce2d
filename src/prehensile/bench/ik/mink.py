"""The same finger along the same path by mink, a differential inverse kinematics library.

mink steps a MuJoCo model towards a target by a quadratic program per iteration. It gets the easiest
form of the task: the finger alone (four hinges, no geometry), the coupling θ_DIP = λ θ_PIP as an
equality of the model, the joint limits, every target started from the pose of the one before.
"""

import importlib
from typing import Any

import mujoco
import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.model import build_hand_model
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.kinematics.forward import pad_positions, segment_transforms
from prehensile.kinematics.ik.finger import COUPLING
from prehensile.lie import se3

FINGER = "index"
SOLVER = "daqp"
"""mink has no default in code; this is the one it installs and uses in its examples."""
TOLERANCE = 1e-5
"""[m]"""
MOST_ITERATIONS = 100
TARGETS = 60
"""A second of motion: 3 to 4 mm a frame, a brisk gesture."""


def finger_path(hand: Hand, count: int) -> tuple[np.ndarray, np.ndarray]:
    """A closed path of the finger's pad (count, 3) [m], palm frame, and its angles (count, 4).

    The finger bends and stretches twice while it swings sideways once and curls once.
    """
    s = np.linspace(0, 2 * np.pi, count, endpoint=False)
    pip = 0.7 + 0.5 * np.cos(s)
    flex, abd = 0.5 + 0.4 * np.sin(2 * s), 0.1 * np.sin(s)
    angles = np.stack([abd, flex, pip, COUPLING * pip], axis=-1)
    row = list(TIP_SEGMENT).index(FINGER)
    return pad_positions(hand, _whole(hand, angles))[0][:, row], angles


class MinkFinger:
    """One finger of ``hand`` as mink solves it.

    Raises:
        ModuleNotFoundError: mink is not installed.
    """

    def __init__(self, hand: Hand):
        # By name: it is needed by nobody but this comparison.
        self._mink: Any = importlib.import_module("mink")
        model = finger_model(hand)
        self._configuration = self._mink.Configuration(model)
        self._pad = self._mink.FrameTask("pad", "site", position_cost=1.0, orientation_cost=0.0)
        self._coupling = self._mink.EqualityConstraintTask(model, cost=1.0)
        self._limits = [self._mink.ConfigurationLimit(model)]

    def follow(self, path: np.ndarray, start: np.ndarray) -> tuple[np.ndarray, int]:
        """Angles (N, 4) [rad] that bring the pad to a path (N, 3) [m], and iterations in all.

        Args:
            path: in the palm's frame, the wrist being straight.
            start: (4,) [rad] the pose before the first target.
        """
        mink, configuration = self._mink, self._configuration
        configuration.update(start)
        angles, iterations = np.empty((len(path), 4)), 0
        for n, target in enumerate(path):
            self._pad.set_target(mink.SE3.from_translation(target))
            for _ in range(MOST_ITERATIONS):
                if np.linalg.norm(configuration.data.site_xpos[0] - target) <= TOLERANCE:
                    break
                velocity = mink.solve_ik(
                    configuration, [self._pad], 1.0, SOLVER,
                    limits=self._limits, constraints=[self._coupling],
                )  # fmt: skip
                configuration.integrate_inplace(velocity, 1.0)
                iterations += 1
            angles[n] = configuration.q
        return angles, iterations


def joint_distance(hand: Hand, angles: np.ndarray, others: np.ndarray) -> float:
    """[m] by which the PIP joint, the DIP joint or the pad differ at most, angles (N, 4) [rad]."""
    tip = hand.segments[TIP_SEGMENT[FINGER]]
    assert tip.pad is not None and tip.parent is not None, "a fingertip has both"
    places = []
    for pose in (angles, others):
        q = _whole(hand, pose)
        poses = segment_transforms(hand, q)
        pad = se3.apply(poses[tip.name], tip.pad)
        places.append([poses[tip.parent][..., :3, 3], poses[tip.name][..., :3, 3], pad])
    return float(np.linalg.norm(np.subtract(*places), axis=-1).max())


def _whole(hand: Hand, angles: np.ndarray) -> np.ndarray:
    """(N, dof) [rad] of a flat hand with only this finger's angles (N, 4) set."""
    q = np.zeros((len(angles), hand.dof))
    q[:, [hand.joint_index(name) for name in _joints()]] = angles
    return q


def finger_model(hand: Hand) -> mujoco.MjModel:
    """The hand with only this finger's joints left, a site at its pad, and its coupling."""
    spec = build_hand_model(hand, wrist="fixed")
    joints = _joints()
    for joint in list(spec.joints):
        if joint.name not in joints:
            spec.delete(joint)
    for geom in list(spec.geoms):
        spec.delete(geom)
    tip = TIP_SEGMENT[FINGER]
    spec.body(tip).add_site(name="pad", pos=hand.segments[tip].pad)
    spec.add_equality(
        name="coupling",
        type=mujoco.mjtEq.mjEQ_JOINT,
        objtype=mujoco.mjtObj.mjOBJ_JOINT,
        name1=joints[3],
        name2=joints[2],
        data=[0.0, COUPLING, *[0.0] * 10],
    )
    return spec.compile()


def _joints() -> list[str]:
    return [f"{FINGER}_{joint}" for joint in ("mcp_abd", "mcp_flex", "pip_flex", "dip_flex")]
