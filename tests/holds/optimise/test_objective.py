"""The terms of 6.2.2, each against a closed form."""

import mujoco
import numpy as np
import pytest

from prehensile.hand.hand import Hand
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.holds.kinds.edge import edge
from prehensile.holds.optimise.arm import hanging_rotation, pose7, start_pose
from prehensile.holds.optimise.family import starts, style_grasp
from prehensile.holds.optimise.load import HoldWorlds
from prehensile.holds.optimise.objective import (
    NO_CONTACT,
    Terms,
    alignment_term,
    bounds_term,
    distance_term,
    force_term,
)
from prehensile.holds.optimise.reach import HoldGrasp
from prehensile.kinematics.capsules import segment_capsules
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3, so3
from prehensile.quality.measure.force_transmission import MOST
from prehensile.world.nan_guard import restore

DOWN = np.array([0.0, 0.0, -1.0])


def test_bounds_are_punished_by_shares_of_their_range():
    low, high = np.array([0.0, -1.0]), np.array([2.0, 1.0])
    points = np.array([[1.0, 0.0], [3.0, 0.0], [-1.0, 2.0]])
    np.testing.assert_allclose(bounds_term(points, low, high), [0.0, 0.5, 1.0])


@pytest.mark.parametrize("push", [False, True])
def test_a_forearm_in_line_costs_nothing_and_one_against_it_two(push):
    R = hanging_rotation(DOWN, push)
    side = R @ so3.exp(np.array([0.0, np.pi / 2, 0.0]))
    back = R @ so3.exp(np.array([0.0, 0.0, np.pi]))
    poses = np.stack([pose7(np.zeros(3), r) for r in (R, side, back)])
    np.testing.assert_allclose(alignment_term(poses, DOWN, push), [0, 1, 2], atol=1e-12)


def test_the_published_weights():
    one = np.ones(1)
    assert Terms(one, one, one, one).total[0] == pytest.approx(0.2 + 10.0 + 5.0 + 1.0)
    assert Terms(0 * one, 0 * one, one, 0 * one).total[0] == 5.0


def test_far_away_distances_are_those_of_capsules_and_nothing_is_transmitted(rng):
    """Against the nearest of many points drawn on the hold's mesh."""
    hand, hold = Hand(), edge()
    start = start_pose(hold, hand, hand.spec.rest)
    worlds = HoldWorlds(hold, hand, 2, start, hand.spec.rest, threads=1)
    worlds.batch.step()
    seen = worlds.batch.observe()
    frames = segment_transforms(hand, seen.q[0], se3.from_pose7(seen.forearm[0]))
    points = surface_points(hold.object, 60_000, rng)
    near = [
        segment_capsules(hand.segment(tip)).moved(frames[tip]).distance(points).min()
        for tip in TIP_SEGMENT.values()
    ]
    found = distance_term(worlds)
    assert found[0] == found[1] == pytest.approx(sum(near) / (hand.length / 2), rel=2e-3)
    assert (force_term(worlds, DOWN) == NO_CONTACT).all()


def test_what_is_transmitted_is_the_sum_over_the_palmar_contacts_by_mujocos_jacobians():
    hand, hold = Hand(), edge()
    start = start_pose(hold, hand, hand.spec.rest)
    worlds = HoldWorlds(hold, hand, 1, start, hand.spec.rest, threads=1)
    grasp = style_grasp(hold, hand, starts(hold)[1], hold.pull)
    worlds.reach(HoldGrasp.stacked([grasp]))
    model, now = worlds.batch.model, worlds.batch.world_snapshot(0)
    data = mujoco.MjData(model)
    restore(model, data, now.state, now.gains)
    mujoco.mj_kinematics(model, data)
    mujoco.mj_comPos(model, data)
    joints = [int(model.joint(f"hand/{name}").dofadr[0]) for name in hand.joint_names]
    contacts, total = worlds.batch.contacts(), 0.0
    for k, segment in enumerate(worlds.batch.sensors.segments["hand"]):
        if contacts.found[0, k, worlds.on_hold] and "phalanx" in segment:
            body = model.body(f"hand/{segment}").id
            palmar = data.xmat[body].reshape(3, 3) @ hand.segment(segment).palmar
            if contacts.normal[0, k, worlds.on_hold, 0] @ palmar > 0:
                J = np.zeros((3, model.nv))
                point = contacts.pos[0, k, worlds.on_hold, 0]
                mujoco.mj_jac(model, data, J, None, point, body)
                total += min(MOST, 1 / np.linalg.norm(J[2, joints]))
    assert total > 20  # several fingers touch
    assert force_term(worlds, DOWN)[0] == pytest.approx(1 / total, rel=1e-4)


def surface_points(obj, count, rng):
    a, b, c = (obj.vertices[obj.faces[:, k]] for k in range(3))
    area = np.linalg.norm(np.cross(b - a, c - a), axis=1)
    k = rng.choice(len(area), count, p=area / area.sum())
    u, v = rng.random((2, count, 1))
    u, v = np.where(u + v > 1, 1 - u, u), np.where(u + v > 1, 1 - v, v)
    return a[k] + u * (b - a)[k] + v * (c - a)[k]
