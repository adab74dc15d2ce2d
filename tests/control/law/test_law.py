"""Equation (1): what the sum of the terms comes to, and that it is stable."""

from dataclasses import replace

import numpy as np
import pytest
from tests.control.wrap_setpoints import wrap_setpoints

from prehensile.control.arm.carry import Shake
from prehensile.control.arm.path import CarriedArm, StillArm
from prehensile.control.law.active import ActiveTerm
from prehensile.control.law.gains import GRASPS, Gains
from prehensile.control.law.internal_model import InternalModel
from prehensile.control.law.law import ALL_TERMS, ControlLaw, Terms
from prehensile.control.law.passive import PassiveTerm
from prehensile.control.law.setpoints import GRIP, OPEN
from prehensile.control.law.squeeze import Squeeze
from prehensile.errors import UnknownNameError
from prehensile.hand.bare_hand import bare_hand
from prehensile.hand.hand import Hand
from prehensile.hand.joints import WRIST_JOINTS
from prehensile.world.scene import HandInScene
from prehensile.world.world import World

HAND = bare_hand(Hand())
DIGITS = np.array([n not in WRIST_JOINTS for n in HAND.joint_names])
PASSIVE = PassiveTerm(HAND.spec.rest, HAND.lower, HAND.upper)
ACTIVE = ActiveTerm(wrap_setpoints(HAND, PASSIVE.neutral))
FOREARM = np.array([0.1, 0.2, 0.5, 0.5, 0.5, 0.5, 0.5])
BLEND = np.array([0, 0.3, 0.7, 0, 0, 0])
H = 1 / 120


@pytest.fixture
def state(rng):
    q = HAND.lower + (HAND.upper - HAND.lower) * rng.uniform(0.2, 0.8, HAND.dof)
    return q, rng.normal(size=HAND.dof)


def command(law, state, **options):
    q, qd = state
    return law.command(q, qd, FOREARM, BLEND, H, q, **options)


def exerted(command, state):
    q, qd = state
    return command.stiffness * (command.q_ref - q) - command.damping * qd + command.torque


def equations_3_and_5(state):
    q, qd = state
    desired = BLEND @ ACTIVE.setpoints.angle
    passively = 200 * (PASSIVE.neutral - q) - 50 * qd
    return passively + 200 * (desired - q) - 50 * qd


def inertia(state):
    model = InternalModel(HAND)
    model.pose(state[0], FOREARM)
    return model.joint_inertia(), model.torque()


def test_outboard_inertia_scales_each_joint(state):
    law = ControlLaw(HAND, PASSIVE, ACTIVE, terms=Terms(stop=False))
    matrix, weight = inertia(state)
    expected = np.diag(matrix) * equations_3_and_5(state) + weight
    np.testing.assert_allclose(exerted(command(law, state), state)[DIGITS], expected[DIGITS])


def test_full_inertia_couples_the_joints(state):
    # In the limit of short steps the coupling is that of the present state.
    law = ControlLaw(HAND, PASSIVE, ACTIVE, inertia="full", terms=Terms(stop=False))
    matrix, weight = inertia(state)
    q, qd = state
    found = law.command(q, qd, FOREARM, BLEND, 1e-9, q)
    matrix = matrix[np.ix_(DIGITS, DIGITS)]
    expected = matrix @ equations_3_and_5(state)[DIGITS] + weight[DIGITS]
    np.testing.assert_allclose(exerted(found, state)[DIGITS], expected, rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize("off", ["passive", "active", "arm", "gravity"])
def test_each_term_can_be_switched_off(state, off):
    arm = CarriedArm(FOREARM, (-0.5, Shake(np.array([0, 0, 1.0]))))
    on = ControlLaw(HAND, PASSIVE, ACTIVE)
    less = ControlLaw(HAND, PASSIVE, ACTIVE, terms=replace(ALL_TERMS, **{off: False}))
    difference = exerted(command(on, state, arm=arm), state)
    difference = difference - exerted(command(less, state, arm=arm), state)
    model = InternalModel(HAND)
    model.pose(state[0], FOREARM)
    q, qd = state
    own = np.diag(model.joint_inertia())
    moved = arm.at(0.0)
    expected = {
        "passive": own * (200 * (PASSIVE.neutral - q) - 50 * qd),
        "active": own * (200 * (BLEND @ ACTIVE.setpoints.angle - q) - 50 * qd),
        "arm": model.torque(twist=moved.twist, acceleration=moved.acceleration, gravity=False),
        "gravity": model.torque(),
    }[off]
    np.testing.assert_allclose(difference[DIGITS], expected[DIGITS], atol=1e-12)
    assert np.abs(expected[DIGITS]).max() > 1e-6


def test_nothing_left_is_a_limp_hand(state):
    law = ControlLaw(HAND, PASSIVE, terms=Terms(False, False, False, False, stop=False))
    found = command(law, state)
    np.testing.assert_array_equal(found.stiffness[DIGITS], 0)
    np.testing.assert_array_equal(exerted(found, state)[DIGITS], 0)


def simulate(law, seconds, timestep, blends, q=None):
    arm = StillArm(FOREARM)
    world = World(HandInScene(law.hand, forearm=FOREARM, q=q), timestep=timestep, floor=False)
    wrist = world.observe().q
    speeds = []
    for k in range(round(seconds / timestep)):
        obs = world.observe()
        speeds.append(np.abs(obs.qd).max())
        world.step(law.command(obs.q, obs.qd, obs.forearm, blends(k), timestep, wrist, arm))
    return world.observe().q, np.array(speeds)


def test_a_hand_at_ease_does_not_sag():
    q, _ = simulate(ControlLaw(HAND, PASSIVE), 1.0, H, lambda k: BLEND)
    assert np.abs(q - PASSIVE.neutral).max() < np.radians(0.02)


def test_without_gravity_compensation_it_sags():
    law = ControlLaw(HAND, PASSIVE, terms=Terms(gravity=False))
    q, _ = simulate(law, 1.0, H, lambda k: BLEND)
    assert np.abs(q - PASSIVE.neutral).max() > np.radians(2)


@pytest.mark.parametrize("meaning", ["outboard", "full"])
@pytest.mark.parametrize("strength", [1.0, 100.0])
@pytest.mark.parametrize("timestep", [1 / 120, 1 / 60])
def test_stable_with_abrupt_setpoints(meaning, strength, timestep):
    law = ControlLaw(HAND, PASSIVE, ACTIVE, Gains(strength=strength), meaning)
    period = round(1 / timestep)
    ends = np.eye(6)[[1, 2]]
    q, speed = simulate(law, 4.0, timestep, lambda k: ends[min(k // period, 1)])
    assert speed[-1] < 0.02
    reached = np.clip(ACTIVE.setpoints.rest_poses(PASSIVE.neutral)[2], HAND.lower, HAND.upper)
    assert np.abs(q - reached)[DIGITS].max() < np.radians(3)  # fingers that touch stop short


def test_gains_are_the_published_ones_by_default():
    assert ControlLaw(HAND, PASSIVE).gains is GRASPS


def test_unknown_meaning_of_inertia():
    with pytest.raises(UnknownNameError, match="outboard"):
        ControlLaw(HAND, PASSIVE, inertia="half")  # type: ignore[arg-type]


def test_a_squeeze_is_part_of_the_active_term(state):
    q, *_ = state
    press = Squeeze(hold=q, torque=np.full(len(q), 0.1))
    off = ControlLaw(HAND, PASSIVE, ACTIVE, terms=Terms(active=False))
    on = ControlLaw(HAND, PASSIVE, ACTIVE)
    pressing = command(on, state, squeeze=press)
    assert not np.allclose(exerted(pressing, state), exerted(command(on, state), state))
    np.testing.assert_array_equal(
        command(off, state, squeeze=press).q_ref, command(off, state).q_ref
    )


def test_tendons_make_every_joint_as_stiff_as_its_lever_asks(state):
    plain, tied = (
        command(ControlLaw(HAND, PASSIVE, ACTIVE, tendons=tendons), state).stiffness
        for tendons in (False, True)
    )
    ratios = {"pip": 0.6 / 1.2, "dip": 0.25 / 1.2}
    knuckle = HAND.joint_index("index_mcp_flex")
    assert tied[knuckle] == plain[knuckle]
    for kind, ratio in ratios.items():
        k = HAND.joint_index(f"index_{kind}_flex")
        assert tied[k] > 2 * plain[k]
        assert tied[k] == pytest.approx(max(ratio * tied[knuckle], plain[k]), rel=1e-9)


@pytest.mark.parametrize("passive", [True, False])
def test_no_spring_pulls_where_a_setpoint_brings_the_digits_to_rest(passive):
    """With and without the springs to the neutral pose, within the limits."""
    terms = replace(ALL_TERMS, passive=passive, gravity=False, stop=False)
    law = ControlLaw(HAND, PASSIVE, ACTIVE, terms=terms)
    for k in (OPEN, GRIP):
        q = law.rest_pose(k)
        at_rest = law.command(q, 0 * q, FOREARM, np.eye(6)[k], H, q)
        inside = DIGITS & (q > HAND.lower) & (q < HAND.upper)
        np.testing.assert_allclose(at_rest.q_ref[inside], q[inside], atol=1e-9)
