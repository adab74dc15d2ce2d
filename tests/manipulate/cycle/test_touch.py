"""What the hand feels: as its parts say one by one, compiled or not."""

import numpy as np
import pytest

from prehensile.hand.segments import GROUPS
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3, so3
from prehensile.manipulate.cycle.machine import Machine
from prehensile.manipulate.cycle.touch import BACK, FINGERS, SIDES, Feeler
from prehensile.manipulate.tasks.catalogue import task_named
from prehensile.quality.measure.grasp_quality import grasp_quality
from prehensile.world.batch.world_batch import WorldBatch

TASK = task_named("dial")
WORLDS, STILL, UNGRADED = 8, 1, 2


@pytest.fixture(scope="module")
def seen():
    """Hands that close about a dial, in several ways, and one that does not."""
    c = TASK.configuration
    batch = WorldBatch(
        *TASK.scene(), WORLDS, preset=c.preset, timestep=c.timestep, threads=1, slots=3,
        sense=("dial",),
    )  # fmt: skip
    TASK.begin(batch, TASK.starts(WORLDS, np.random.default_rng(3)), np.ones(WORLDS, bool))
    machine = Machine(c, TASK.hand.joint_names, WORLDS)
    actions = np.resize(TASK.examples, (WORLDS, *TASK.examples.shape[1:]))
    machine.begin(np.arange(WORLDS), TASK.poses.targets(actions))
    for _ in range(35):
        batch.step(machine.command(), worlds=np.arange(WORLDS) != STILL)
    return batch.observe()


@pytest.fixture(params=["compiled", "plain"])
def felt(request, monkeypatch, seen):
    if request.param == "plain":
        monkeypatch.setenv("PREHENSILE_PLAIN", "1")
    return Feeler(TASK.hand, TASK.touched).feel(seen, np.arange(WORLDS) != UNGRADED)


def test_quality_is_that_of_the_contacts_that_press(felt, seen):
    contacts, touched = seen.segment_contacts(), TASK.touched
    for n in range(WORLDS):
        presses, pose = contacts.normal_force[n, :, 0] > 0, seen.objects["dial"][n]
        R = so3.from_quat(pose[3:])
        wanted = grasp_quality(
            (contacts.pos[n, :, 0][presses] - pose[:3]) @ R, contacts.normal[n, :, 0][presses] @ R,
            touched.friction, touched.origin, touched.length, sides=SIDES,
        ).value  # fmt: skip
        assert felt.quality[n] == pytest.approx(0.0 if n == UNGRADED else float(wanted), abs=1e-12)
    assert (felt.quality > 0).sum() >= 2 and felt.quality[STILL] == 0
    assert felt.force[UNGRADED].any()


def test_forces_backs_and_depth_are_those_of_the_segments(felt, seen):
    contacts = seen.segment_contacts()
    force, back = np.zeros((WORLDS, FINGERS)), np.zeros((WORLDS, FINGERS), bool)
    for n in range(WORLDS):
        at = segment_transforms(TASK.hand, seen.q[n], se3.from_pose7(seen.forearm[n]))
        for s, name in enumerate(contacts.segments):
            segment, pushed = TASK.hand.segments[name], contacts.force[n, s, 0]
            finger, total = GROUPS.index(segment.group), pushed.sum(axis=0)
            if finger < FINGERS and contacts.found[n, s, 0]:
                force[n, finger] += np.linalg.norm(pushed, axis=1).sum()
                along = (at[name][:3, :3] @ segment.back) @ total
                back[n, finger] |= along > BACK * np.linalg.norm(total)
    np.testing.assert_allclose(felt.force, force, atol=1e-12)
    np.testing.assert_array_equal(felt.back, back)
    assert back.any() and not back.all()
    np.testing.assert_allclose(felt.depth, contacts.depth.max(axis=(1, 2, 3)), atol=1e-15)
    assert (force > 0).any() and (felt.depth > 0).any() and not force[STILL].any()
