"""A finger that meets the plank by its pad's law: action, reaction, and no contact besides."""

import numpy as np
import pytest

from prehensile.capture.lab.fingerpad import Fingerpad, PadLaw
from prehensile.capture.lab.pad_stepper import PadStepper
from prehensile.capture.lab.plank import PLANK, SIDES, plank_spring
from prehensile.capture.lab.postures import touching_posture
from prehensile.capture.lab.reference import Move
from prehensile.capture.lab.tasks.on_plank import SURFACE, forearm_transform, plank_room
from prehensile.hand.segments import TIP_SEGMENT

LAW = PadLaw()


@pytest.fixture(scope="module")
def pressed(subject):
    """In the air for 0.1 s, down in 0.4 s, then at rest."""
    room = plank_room(subject, stepper=PadStepper(Fingerpad(LAW)), substeps=2)
    down = touching_posture(subject.hand, "sloping", forearm_transform(), SURFACE)
    down[subject.hand.joint_index("wrist_flex")] += 0.08
    room.play([Move(0.1, 0.4, down - room.reference.end)], 1.2)
    return room.clip()


def test_the_force_is_that_of_the_law(pressed):
    contacts = pressed.contacts
    assert np.diff(contacts.offsets)[:100].sum() == 0
    pairs = np.unique(np.stack([contacts.a, contacts.b], axis=1), axis=0)
    names = {(contacts.names[a], contacts.names[b]) for a, b in pairs}
    assert names == {(f"right/{TIP_SEGMENT['index']}", PLANK)}
    force = np.linalg.norm(contacts.force, axis=1)
    deepest = int(contacts.depth.argmax())
    assert force[deepest] == pytest.approx(LAW.force(contacts.depth[deepest]), rel=1e-3)
    assert force[-1] > 0.2
    assert pressed.finger_force[-1, 0, 1] == pytest.approx(force[-1])


def test_the_plank_s_spring_bears_the_finger(pressed):
    # Oracle: moments about the hinge at rest.
    frame = pressed.contacts.frame(pressed.n_frames - 1)
    pose = pressed.body(PLANK).pose[-1]
    angle = 2 * np.arctan2(pose[5], pose[3])
    hinge = pose[0] + SIDES[0] / 2
    moment = abs(frame.force[0, 2]) * (hinge - frame.pos[0, 0])
    assert plank_spring().stiffness * abs(angle) == pytest.approx(moment, rel=0.03)
