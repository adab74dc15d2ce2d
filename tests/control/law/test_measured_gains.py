"""A hand in MuJoCo that is held by measured springs: it gives way as J C Jᵀ f says."""

from dataclasses import replace

import numpy as np
import pytest

from prehensile.control.law.measured_gains import measured_gains, soft_command
from prehensile.errors import InputError
from prehensile.hand.compliance import HandCompliance
from prehensile.hand.hand import Hand
from prehensile.hand.parse import parse_hand
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.kinematics.jacobian import point_jacobian
from prehensile.world.scene import HandInScene
from prehensile.world.world import World

HAND = Hand()
REST = HAND.spec.rest + 0.05 * (HAND.lower < HAND.spec.rest - 0.1)


@pytest.fixture
def compliance(rng) -> HandCompliance:
    return HandCompliance.assumed(HAND, rng.uniform(0.15, 0.6, HAND.dof))


def settled(compliance: HandCompliance, body: str = "", force: np.ndarray | None = None):
    """(dof,) [rad] where the hand comes to rest without weight, pushed at a segment's frame."""
    world = World(HandInScene(HAND, q=REST, wrist="fixed"))
    world.model.opt.gravity[:] = 0
    command = soft_command(HAND, compliance, REST)
    for _ in range(600):
        if force is not None:
            segment = world.data.body(f"right/{body}")
            lever = segment.xpos - segment.xipos
            world.data.xfrc_applied[segment.id] = [*force, *np.cross(lever, force)]
        world.step(command)
    return world.observe().q


def test_nothing_pushes_and_the_hand_stays(compliance):
    np.testing.assert_allclose(settled(compliance), REST, atol=1e-5)


@pytest.mark.parametrize("digit", ["index", "thumb"])
def test_a_pushed_fingertip_gives_way_by_the_measured_compliance(compliance, digit, rng):
    tip, force = TIP_SEGMENT[digit], 0.02 * rng.normal(size=3)
    J = point_jacobian(HAND, REST, tip)[:3]
    # At the mean of both poses the lever arms are right to second order.
    expected = np.diag(compliance.diagonal[: HAND.dof]) @ J.T @ force
    bent = settled(compliance, tip, force) - settled(compliance, tip, -force)
    np.testing.assert_allclose(bent / 2, expected, atol=0.02 * np.abs(expected).max())
    np.testing.assert_allclose(J @ bent / 2, J @ expected, atol=0.02 * np.linalg.norm(J @ expected))


def test_springs_and_tissue_together_are_what_was_measured(compliance):
    stiffness, damping = measured_gains(HAND, compliance)
    total = stiffness + HAND.spec.stiffness
    np.testing.assert_allclose(total, 1 / compliance.diagonal[: HAND.dof])
    assert (damping > 0).all()
    soft = HandCompliance.assumed(HAND, np.full(HAND.dof, 1e3))
    assert (measured_gains(HAND, soft)[0] == 0).all()


def test_a_batch_of_poses_gets_a_spring_each(compliance):
    assert soft_command(HAND, compliance, np.tile(REST, (4, 1))).stiffness.shape == (4, HAND.dof)


def test_another_hand_and_rigid_joints_are_refused(compliance):
    with pytest.raises(InputError, match="right hand's"):
        measured_gains(parse_hand("left").build(), compliance)
    rigid = replace(compliance, compliance=np.zeros_like(compliance.compliance))
    with pytest.raises(InputError, match="no spring is as stiff"):
        measured_gains(HAND, rigid)
