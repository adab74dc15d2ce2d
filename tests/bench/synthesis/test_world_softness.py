"""Skin and stops as soft as `world`'s, against a world in which they are pressed."""

import numpy as np
import pytest

from prehensile.bench.synthesis.world_softness import fingertip_skin, squeezed, world_limits
from prehensile.capture.lab.room import STEP
from prehensile.capture.lab.subject import GRASPING, Subject, drawn_subject
from prehensile.capture.lab.tasks.gripping import FOREARM, grip_pose
from prehensile.hand.hand import Hand
from prehensile.world.scene import HandInScene
from prehensile.world.world import World


@pytest.fixture(scope="module")
def subject() -> Subject:
    return drawn_subject(Hand(), GRASPING, np.random.default_rng(0))


@pytest.mark.parametrize("joint", ["thumb_ip_flex", "index_pip_flex"])
def test_a_joint_pressed_on_its_stop_rests_where_the_springs_say(
    subject: Subject, joint: str
) -> None:
    """The joint's spring pulls with 0.05 Nm at its stop: stop and spring share it in `world`."""
    hand, k = subject.hand, subject.hand.joint_index(joint)
    q = grip_pose(subject)
    q[k] = hand.upper[k]
    reference = q.copy()
    reference[k] += 0.05 * subject.compliance[k]
    world = World(HandInScene(hand, "hand", q=q, forearm=FOREARM), timestep=STEP, floor=False)
    world.model.opt.gravity[:] = 0.0
    for _ in range(200):
        world.step(subject.command(reference, np.zeros(hand.dof)))
    beyond = world.observe().q[k] - hand.upper[k]
    stop = np.broadcast_to(world_limits(subject).stiffness, hand.dof + 3)[k]
    assert beyond == pytest.approx(0.05 / (stop + subject.stiffness[k]), rel=0.15)


def test_the_line_goes_through_what_fingertips_show(subject: Subject) -> None:
    """Of a squeeze that the line was not laid through; light touches are softer than any line."""
    skin, pad = fingertip_skin(subject)
    assert 0 < skin < 0.0012 and pad > 0  # in the first 1.2 mm skin is soft
    depth, force = np.array([one for one in squeezed(subject, 2.0) if one[1] > 0.5]).T
    assert len(force) >= 3
    assert np.abs(skin + pad * force - depth).max() < 1e-4
