"""The room: every step is kept, the hand follows its reference, moves add up."""

import numpy as np
import pytest

from prehensile.capture.lab.arm import Carry
from prehensile.capture.lab.reference import Move
from prehensile.capture.lab.room import STEP, Room

FOREARM = np.array([0.0, 0, 0.3, 1, 0, 0, 0])


@pytest.fixture
def room(subject):
    return Room(subject, [], FOREARM, subject.hand.spec.rest)


def bend(subject, angle):
    change = np.zeros(subject.hand.dof)
    change[subject.hand.joint_index("index_pip_flex")] = angle
    return change


def test_what_is_played_is_kept_step_by_step(room, subject):
    room.play([Move(0.0, 0.2, bend(subject, 0.3))], 0.3)
    room.play([Move(0.1, 0.1, bend(subject, -0.1))], 0.4)
    clip = room.clip()
    np.testing.assert_allclose(np.diff(clip.time), STEP, atol=1e-9)
    assert clip.duration == pytest.approx(0.7, abs=2 * STEP)
    assert [m.start for m in room.reference.moves] == pytest.approx([0.0, 0.4])
    end = subject.hand.spec.rest + bend(subject, 0.2)
    np.testing.assert_allclose(room.reference.end, end)
    np.testing.assert_allclose(clip.hands[0].q[-1], end, atol=0.01)


def test_at_rest_nothing_sags(room, subject):
    room.play([], 0.3)
    np.testing.assert_allclose(room.clip().hands[0].q[-1], subject.hand.spec.rest, atol=1e-4)


def test_substeps_keep_as_many_frames(subject):
    fine = Room(subject, [], FOREARM, subject.hand.spec.rest, substeps=2)
    fine.play([Move(0.0, 0.05, bend(subject, 0.1))], 0.1)
    assert fine.world.timestep == STEP / 2
    np.testing.assert_allclose(np.diff(fine.clip().time), STEP, atol=1e-9)


def test_a_driven_forearm_is_carried(subject):
    room = Room(subject, [], FOREARM, subject.hand.spec.rest, wrist="driven")
    room.play([], 0.3, [Carry(0.05, 0.2, (0.0, 0.0, 0.02))])
    height = room.clip().hands[0].T_world_forearm[:, 2]
    assert height[-1] - height[0] == pytest.approx(0.02, abs=1e-3)


def test_a_resting_reference_makes_no_new_commands(subject, monkeypatch):
    made = []
    command = type(subject).command
    monkeypatch.setattr(
        type(subject), "command", lambda self, *a, **k: made.append(1) or command(self, *a, **k)
    )
    room = Room(subject, [], FOREARM, subject.hand.spec.rest)
    room.play([Move(0.1, 0.05, bend(subject, 0.1))], 0.2)
    assert 45 <= len(made) <= 55  # of 200 steps
