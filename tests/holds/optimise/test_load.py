"""Proof by load: what it measures, against MuJoCo's own forces."""

import mujoco
import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.hand.joints import FINGERS
from prehensile.holds.kinds.edge import edge
from prehensile.holds.kinds.hold import Hold
from prehensile.holds.optimise.arm import start_pose
from prehensile.holds.optimise.family import starts, style_grasp
from prehensile.holds.optimise.grip import climbing_grip
from prehensile.holds.optimise.load import (
    DRAW_TIME,
    SPEED,
    HoldWorlds,
    borne,
    draw_command,
    torn,
)
from prehensile.holds.optimise.prove import prove
from prehensile.holds.optimise.reach import HoldGrasp
from prehensile.world.nan_guard import restore
from prehensile.world.objects.primitives import box

HAND = Hand()
HOLD = edge()
GRASP = style_grasp(HOLD, HAND, starts(HOLD)[1], HOLD.pull)


def test_the_largest_load_that_lasted():
    step = 0.01
    load = np.concatenate([np.full(10, 500.0), np.full(30, 100.0), np.full(19, 300.0), np.zeros(9)])
    assert borne(load, step) == 100.0  # 500 N for 0.1 s and 300 N for 0.19 s do not count
    assert borne(np.append(load[:59], 200.0), step) == 200.0
    assert borne(load[:10], step) == 0.0


@pytest.fixture(scope="module")
def worlds():
    rest = HAND.spec.rest
    return HoldWorlds(HOLD, HAND, 3, start_pose(HOLD, HAND, rest), rest, threads=1)


@pytest.fixture(scope="module")
def proof(worlds):
    missed = GRASP.forearm + np.array([0, -0.1, 0, 0, 0, 0, 0])
    away = HoldGrasp(missed, GRASP.q, missed, GRASP.q_open)
    many = HoldGrasp.stacked([GRASP, GRASP, away])
    worlds.reach(many)
    return worlds.draw(many, HOLD.pull)


def test_a_good_grasp_bears_a_load_and_one_in_the_air_none(proof):
    assert proof.strength[0] > 150 and proof.strength[0] == proof.strength[1]
    assert proof.strength[2] == 0 and not proof.digits[2].any()
    assert proof.digits[0, 1:].all()
    assert 0.2 < proof.end[0] < DRAW_TIME  # it slid off in the end


def test_one_world_alone_bears_the_same(proof):
    assert prove(HOLD, HAND, GRASP, HOLD.pull).strength[0] == proof.strength[0]


def test_the_load_is_what_the_forearm_is_held_with():
    """In slow motion the weld between forearm and target carries load and weight."""
    rest = HAND.spec.rest
    one = HoldGrasp.stacked([GRASP])
    worlds = HoldWorlds(HOLD, HAND, 1, start_pose(HOLD, HAND, rest), rest, threads=1)
    worlds.reach(one)
    for step in range(1, 41):
        distance = step * worlds.batch.timestep * SPEED
        worlds.batch.step(draw_command(one, HOLD.pull[None], worlds.grip, distance, SPEED))
    contacts = worlds.batch.contacts()
    on_hold = contacts.force[0, :, worlds.on_hold].sum(axis=(0, 1)) @ HOLD.pull
    on_wall = contacts.force[0].sum(axis=(0, 1, 2)) @ HOLD.pull - on_hold
    assert on_hold > 50 and abs(on_wall) < 1e-6
    # All vertical forces on the hand: weight, weld, hold. Its momentum changes little.
    model = worlds.batch.model
    weight = 9.81 * model.body_subtreemass[model.body("hand/forearm").id]
    data, now = mujoco.MjData(model), worlds.batch.world_snapshot(0)
    restore(model, data, now.state, now.gains)
    mujoco.mj_forward(model, data)
    welded = data.efc_type == int(mujoco.mjtConstraint.mjCNSTR_EQUALITY)
    force = data.efc_J.reshape(-1, model.nv)[welded].T @ data.efc_force[welded]
    up = int(model.joint("hand/forearm").dofadr[0]) + 2
    assert weight - force[up] == pytest.approx(on_hold, rel=0.03)


def test_the_hand_is_limited_as_people_are():
    limit = dict(zip(HAND.joint_names, climbing_grip(HAND).limit, strict=True))
    for finger in FINGERS:
        found = [limit[f"{finger}_{j}_flex"] for j in ("mcp", "pip", "dip")]
        assert found == [5.0, 3.0, 1.5]
    assert [limit[f"thumb_{j}_flex"] for j in ("cmc", "mp", "ip")] == [5.0, 3.0, 1.5]
    assert limit["wrist_flex"] == limit["wrist_dev"] == 15.0


def test_a_hold_inside_the_hand_is_refused_in_one_line():
    huge = Hold("huge", box((0.1, 0.5, 0.1), 1.0), grip=np.array([0.0, -0.05, 0.0]))
    rest = HAND.spec.rest
    with pytest.raises(InputError, match="inside the hand"):
        HoldWorlds(huge, HAND, 1, start_pose(huge, HAND, rest), rest, threads=1)


def test_a_hand_that_is_torn_bears_nothing():
    q = np.stack([HAND.spec.rest, HAND.upper + np.radians(5), HAND.lower - np.radians(20)])
    np.testing.assert_array_equal(torn(HAND, q), [False, False, True])
