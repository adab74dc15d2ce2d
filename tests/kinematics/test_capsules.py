"""Capsules of a posed hand: distances against MuJoCo's own."""

import mujoco
import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.segments import GROUPS
from prehensile.kinematics.capsules import Capsules, hand_capsules
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3


def test_distance_equals_the_point_to_segment_distance(rng):
    start, end = rng.normal(size=(2, 7, 3))
    radius = rng.uniform(0.1, 0.3, 7)
    points = rng.normal(size=(50, 3))
    got = Capsules(start, end, radius).distance(points)
    for c in range(7):
        t = np.linspace(0, 1, 20001)[:, None]
        line = start[c] * (1 - t) + end[c] * t
        brute = np.linalg.norm(points[:, None] - line, axis=-1).min(axis=1) - radius[c]
        np.testing.assert_allclose(got[:, c], brute, atol=1e-6)


def test_hand_capsules_stand_where_mujoco_puts_them(rng):
    from prehensile.hand.model import build_hand_model

    hand = Hand()
    model = build_hand_model(hand, "fixed").compile()
    data = mujoco.MjData(model)
    q = rng.uniform(hand.lower, hand.upper)
    q[:3] = 0  # the palm frame is the forearm's
    for name, value in zip(hand.joint_names, q, strict=True):
        data.joint(name).qpos = value
    mujoco.mj_kinematics(model, data)
    capsules = hand_capsules(hand, q, GROUPS)
    is_capsule = model.geom_type == mujoco.mjtGeom.mjGEOM_CAPSULE
    middles = 0.5 * (capsules.start + capsules.end)
    np.testing.assert_allclose(
        np.sort(middles, axis=0), np.sort(data.geom_xpos[is_capsule], axis=0), atol=1e-9
    )


def test_several_poses_follow_each_other(rng):
    hand = Hand()
    q = rng.uniform(hand.lower, hand.upper, size=(3, hand.dof))
    together = hand_capsules(hand, q, ("index",))
    one_by_one = [hand_capsules(hand, one, ("index",)) for one in q]
    np.testing.assert_allclose(together.start, np.concatenate([c.start for c in one_by_one]))
    assert len(together.radius) == 9


def test_the_edges_of_the_palms_box_count_where_they_are_wanted(rng):
    hand = Hand()
    q = hand.spec.rest
    plain, edged = (hand_capsules(hand, q, ("palm",), edges=e) for e in (False, True))
    added = len(edged.radius) - len(plain.radius)
    assert added == 4 and not edged.radius[-added:].any()
    box = next(s for s in hand.segments["wrist"].shapes if not hasattr(s, "radius"))
    corners = box.centre + box.half * np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1)
                                                for z in (-1, 1)])  # fmt: skip
    T = segment_transforms(hand, q)["wrist"]
    assert np.abs(edged.distance(se3.apply(T, corners)).min(axis=1)).max() < 0.01
    np.testing.assert_allclose(
        np.sort(np.concatenate([edged.start[-added:], edged.end[-added:]]), axis=0),
        np.sort(se3.apply(T, corners), axis=0),
    )
