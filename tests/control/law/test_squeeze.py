"""A grip in newtons: balanced forces, torques by virtual work, and what a hand presses with."""

from dataclasses import replace

import numpy as np
import pytest
from tests.control.wrap_setpoints import wrap_setpoints

from prehensile.control.example.controller import ExampleController
from prehensile.control.experiments.grip import hand_round_cylinder, settled_force
from prehensile.control.law.active import ActiveTerm
from prehensile.control.law.gains import EVERYDAY, GRASPS
from prehensile.control.law.grip_range import MOST_GRIP
from prehensile.control.law.law import ControlLaw
from prehensile.control.law.passive import PassiveTerm
from prehensile.control.law.squeeze import (
    FROM_END,
    UNLOADING,
    WRAP,
    ForceSqueeze,
    balanced_forces,
    pad_forces,
    squeeze_torque,
)
from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.bare_hand import bare_hand
from prehensile.hand.corpus import named_pose
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.kinematics.forward import pad_positions
from prehensile.lie import se3, so3
from prehensile.world.contacts import Contacts, Touch
from prehensile.world.observation import Observation

HAND = Hand()
Q = named_pose(HAND, "medium_wrap").q
AFTER = 0.9
"""[s] of closing"""


@pytest.fixture
def T(rng):
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = so3.random(rng), rng.normal(size=3)
    return T


def test_thumb_and_fingers_balance(T):
    forces = pad_forces(HAND, Q, T, 12.0)
    pads, _ = pad_positions(HAND, Q, T)
    np.testing.assert_allclose(forces.sum(axis=0), 0, atol=1e-12)
    np.testing.assert_allclose(np.cross(pads, forces).sum(axis=0), 0, atol=1e-12)
    assert np.linalg.norm(forces[1:], axis=1).sum() == pytest.approx(6.0)


def test_against_the_palm_each_pad_presses_along_its_normal(T):
    forces = pad_forces(HAND, Q, T, 10.0, "palm")
    _, normals = pad_positions(HAND, Q, T)
    np.testing.assert_allclose(forces, normals)


def test_torques_do_the_work_of_the_forces(T, rng):
    forces, delta = rng.normal(size=(5, 3)), 1e-6 * rng.normal(size=HAND.dof)
    before, after = (pad_positions(HAND, Q + s * delta, T)[0] for s in (-1, 1))
    work = (forces * (after - before)).sum() / 2
    assert squeeze_torque(HAND, Q, T, forces) @ delta == pytest.approx(work, rel=1e-6)


@pytest.mark.parametrize("opposed", ["thumb", "palm"])
@pytest.mark.parametrize("grip", [4.0, 15.0])
def test_the_hand_presses_as_asked(grip, opposed):
    bare = bare_hand(Hand())
    world, controller = hand_round_cylinder(bare, EVERYDAY, ForceSqueeze(bare, grip, opposed))
    assert settled_force(world, controller, 3.5) == pytest.approx(grip, rel=0.05)


def test_weak_springs_are_refused():
    passive = PassiveTerm(HAND.spec.rest, HAND.lower, HAND.upper)
    law = ControlLaw(HAND, passive, ActiveTerm(wrap_setpoints(HAND, passive.neutral)), GRASPS)
    with pytest.raises(InputError, match=r"20 N needs stiffer springs .*: 5 or more"):
        ExampleController(law, lambda obs: 0.0, squeeze=ForceSqueeze(HAND, 20.0))


@pytest.mark.parametrize("grip", [0.0, -1.0, float("nan")])
def test_grip_refused(grip):
    with pytest.raises(InputError, match="grip"):
        ForceSqueeze(HAND, grip)


def test_unknown_opposition():
    with pytest.raises(UnknownNameError, match="thumb, palm"):
        ForceSqueeze(HAND, 5.0, "nose")  # type: ignore[arg-type]
    with pytest.raises(UnknownNameError):
        pad_forces(HAND, Q, se3.from_pose7(np.array([0, 0, 0, 1.0, 0, 0, 0])), 5.0, "nose")  # type: ignore[arg-type]


def seen(time, newtons=10.0):
    """A hand whose five pads press on a ball."""
    forearm = np.array([0, 0, 0.3, 1, 0, 0, 0])
    pads, normals = pad_positions(HAND, Q, se3.from_pose7(forearm))
    press = np.full(5, newtons / 5)
    ids = np.arange(5)
    contacts = Contacts(
        ids, ids * 0 + 5, pads, normals, press[:, None] * normals, 0 * press, 0 * press, press
    )
    names = (*(f"right/{TIP_SEGMENT[d]}" for d in DIGITS), "ball")
    return Observation(time, 1 / 120, Q, 0 * Q, forearm, press, 0.0, {}, contacts, names, "right")


def test_it_waits_for_as_long_as_the_hand_closes():
    squeeze = ForceSqueeze(HAND, 10.0, "palm", after=AFTER)
    assert squeeze(seen(0.0)) is None
    assert squeeze(seen(0.9 * AFTER)) is None
    assert squeeze(seen(2 * AFTER)) is not None


def test_a_hand_that_has_closed_already_presses_in_full_at_once():
    squeeze = ForceSqueeze(HAND, 10.0, "palm", after=AFTER)
    squeeze.take_over(seen(5.0))
    at_once, later = squeeze(seen(5.0)), squeeze(seen(7.0))
    assert at_once is not None and later is not None
    np.testing.assert_array_equal(at_once.hold, Q)
    np.testing.assert_allclose(at_once.torque, later.torque, rtol=0.02)
    assert np.abs(at_once.torque).max() > 0.01


def test_another_grip_scales_the_torque_and_is_trimmed_to_what_is_measured():
    squeeze = ForceSqueeze(HAND, 10.0, "palm", after=AFTER)
    squeeze.take_over(seen(5.0))
    before = squeeze(seen(5.0))
    squeeze.regrip(20.0, seen(8.0))
    after = squeeze(seen(8.0))
    assert before is not None and after is not None
    np.testing.assert_allclose(after.torque, 2 * before.torque)
    for k in range(1, 30):
        trimmed = squeeze(seen(8.0 + k / 120, newtons=15.0))
    assert trimmed is not None
    assert np.linalg.norm(trimmed.torque) > 1.1 * np.linalg.norm(after.torque)


def test_a_reflex_presses_harder_but_not_than_a_hand_can():
    squeeze = ForceSqueeze(HAND, 10.0, "palm", after=AFTER)
    squeeze.take_over(seen(5.0))
    before = squeeze(seen(5.0))
    squeeze.tighter = 1.0
    after = squeeze(seen(5.0))
    assert before is not None and after is not None
    np.testing.assert_allclose(after.torque, 2 * before.torque, rtol=0.02)
    squeeze.tighter = 100.0
    assert squeeze.wanted == MOST_GRIP
    squeeze.reset()
    assert squeeze.wanted == 10.0


def touch(point, push, group="index", force=1.0):
    push = np.array(push, float)
    return Touch(f"{group}-tip", group, np.array(point, float), push, force, force * push)


def test_two_that_oppose_a_third_press_half_as_hard():
    felt = [
        touch([0.03, 0, 0], [-1, 0, 0], "thumb"),
        touch([-0.03, 0.01, 0], [1, 0, 0], "index"),
        touch([-0.03, -0.01, 0], [1, 0, 0], "middle"),
    ]
    forces = balanced_forces(felt)
    assert forces.sum() == pytest.approx(1)
    assert forces[0] > 1.5 * forces[1] and forces[1] == pytest.approx(forces[2])


def test_no_contact_pulls(rng):
    for _ in range(50):
        pushes = so3.random(rng, (5,))[:, 0]
        felt = [touch(-0.03 * n, n, g) for n, g in zip(pushes, DIGITS, strict=True)]
        forces = balanced_forces(felt)
        assert forces.min() >= 0 and forces.sum() == pytest.approx(1)
        even = np.full(5, 0.2)
        assert np.linalg.norm(forces @ pushes) <= np.linalg.norm(even @ pushes) + 1e-9


def test_a_joint_beyond_the_contact_is_not_bent():
    """A finger that presses with its middle segment only: nothing acts on its last joint."""
    obs = seen(5.0)
    names = (*obs.contact_names[:-1], "right/index-finger-phalanx-intermediate", "ball")
    index = obs.contact_names.index("right/index-finger-phalanx-distal")
    a = np.where(obs.contacts.a == index, 5, obs.contacts.a)
    contacts = obs.contacts._replace(a=a, b=obs.contacts.b + 1)
    squeeze = ForceSqueeze(HAND, 10.0, "palm", after=AFTER)
    moved = replace(obs, contacts=contacts, contact_names=names)
    squeeze.take_over(moved)
    pressed = squeeze(moved)
    assert pressed is not None
    dip, pip = (HAND.joint_index(f"index_{j}_flex") for j in ("dip", "pip"))
    assert pressed.torque[dip] == 0 and pressed.torque[pip] != 0


def test_what_goes_on_closing_beyond_a_contact_is_not_led_to_the_end_of_its_way():
    """A finger that meets something at its root only: its last joints follow, and stop short."""
    names = tuple(
        "right/index-finger-phalanx-proximal" if "index" in name else name
        for name in seen(0.0).contact_names
    )
    mcp, *beyond = (HAND.joint_index(f"index_{j}_flex") for j in ("mcp", "pip", "dip"))
    end, q = HAND.upper[beyond] - FROM_END, Q.copy()
    q[beyond] = end - [0.5, 0.3]
    squeeze = ForceSqueeze(HAND, 10.0, "palm", after=AFTER)
    squeeze.take_over(replace(seen(5.0), q=q, contact_names=names))
    before = q.copy()
    for k in range(round(WRAP * 120)):
        pressed = squeeze(replace(seen(5.0 + k / 120), q=q, contact_names=names))
        assert pressed is not None
        assert (pressed.hold[beyond] <= end + 1e-12).all()
        q = np.minimum(pressed.hold, HAND.upper)
    np.testing.assert_allclose(q[beyond], end)
    assert q[mcp] == before[mcp]


def test_joints_that_are_nearer_to_their_end_already_stay_there():
    names = ("right/thumb", "right/index-finger-phalanx-proximal", *seen(0.0).contact_names[2:])
    pip, q = HAND.joint_index("index_pip_flex"), Q.copy()
    q[pip] = HAND.upper[pip] - FROM_END / 2
    squeeze = ForceSqueeze(HAND, 10.0, "palm", after=AFTER)
    for k in range(20):
        obs = replace(seen(5.0 + k / 120), q=q, contact_names=names)
        if not k:
            squeeze.take_over(obs)
        pressed = squeeze(obs)
        assert pressed is not None and pressed.hold[pip] == q[pip]


def test_a_hand_that_lets_go_stops_pressing_all_at_once_and_steadily():
    """Half way through, half of every torque is left; in the end the springs rest where the joints
    are.
    """
    squeeze = ForceSqueeze(HAND, 10.0, "palm", after=AFTER)
    assert squeeze.let_go(seen(0.0)) is None and squeeze.unloaded(0.0)
    squeeze.take_over(seen(5.0))
    pressed = squeeze(seen(5.0))
    assert pressed is not None and not squeeze.unloaded(5.1)
    moved = replace(seen(6.0), q=Q + 0.05)
    begun = squeeze.let_go(moved)
    half = squeeze.let_go(replace(moved, time=6.0 + UNLOADING / 2))
    over = squeeze.let_go(replace(moved, time=6.0 + 2 * UNLOADING))
    assert begun is not None and half is not None and over is not None
    np.testing.assert_allclose(begun.torque, pressed.torque)
    np.testing.assert_allclose(half.torque, pressed.torque / 2)
    np.testing.assert_allclose(half.hold, Q + 0.025)
    np.testing.assert_array_equal(over.torque, np.zeros(HAND.dof))
    np.testing.assert_allclose(over.hold, Q + 0.05)
    assert not squeeze.unloaded(6.0 + 0.9 * UNLOADING)
    assert squeeze.unloaded(6.0 + 1.1 * UNLOADING)
    squeeze.reset()
    assert squeeze.let_go(moved) is None
