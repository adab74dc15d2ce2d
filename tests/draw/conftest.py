"""A small clip to draw: a right hand closes on a can and lifts it."""

import numpy as np
import pytest
import trimesh

from prehensile.hand.spec import HandSpec
from prehensile.kinematics.forward import pad_positions
from prehensile.lie.se3 import to_pose7
from prehensile.motion.clip import BodyTrack, Clip, HandTrack
from prehensile.motion.contacts import ContactFrame, ContactTrack

T = 12


@pytest.fixture(scope="session")
def hand():
    return HandSpec.mean().build()


@pytest.fixture(scope="session")
def clip(hand) -> Clip:
    time = np.linspace(0, 1.1, T)
    share = np.clip(time, 0, 1)[:, None]
    q = (0.6 + 0.6 * share) * hand.spec.rest
    T_world_forearm = np.tile(np.eye(4), (T, 1, 1))
    T_world_forearm[:, :3, :3] = [[1, 0, 0], [0, 0, -1], [0, 1, 0]]  # the thumb up
    T_world_forearm[:, :3, 3] = [-0.1, -0.06, 0.06]
    T_world_forearm[:, 2, 3] += 0.05 * share[:, 0]
    can = trimesh.creation.cylinder(radius=0.03, height=0.1, sections=32)
    pose = np.tile([0.0, 0, 0.05, 1, 0, 0, 0], (T, 1))
    pose[:, 2] += 0.05 * share[:, 0]
    frames = []
    for k in range(T):
        n = 5 if k > T // 2 else 0
        pads, normals = pad_positions(hand, q[k], T_world_forearm[k])
        frames.append(
            ContactFrame(
                np.zeros(n, int), np.ones(n, int), pads[:n], normals[:n], 3 * normals[:n],
                np.zeros(n), np.zeros(n),
            )
        )  # fmt: skip
    finger_force = share[:, None] * np.array([4.0, 2, 1.5, 1, 0.5])
    return Clip(
        time,
        (HandTrack("right", hand.spec.to_json(), hand.joint_names, q, to_pose7(T_world_forearm)),),
        (BodyTrack("can", can.vertices, can.faces, pose, np.array([0.15, 0.4, 0.75])),),
        ContactTrack.from_frames(("right/index-finger-phalanx-distal", "can"), frames),
        finger_force,
        0.3 * finger_force[:, :, 0],
        {"phases": [["close", 0.0, 0.5], ["lift", 0.5, 1.1]]},
    )
