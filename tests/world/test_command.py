import dataclasses

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.world.command import Command

POSE = [0.1, 0, 0.3, 1, 0, 0, 0]


def command(**changes):
    return Command(
        **{"q_ref": np.zeros(23), "stiffness": np.ones(23), "damping": np.ones(23)} | changes
    )


def test_arrays_are_read_only_copies():
    q, pose = np.zeros(23), np.array(POSE)
    made = command(q_ref=q, forearm=pose)
    q[0], pose[0] = 1, 5
    assert made.q_ref[0] == 0 and made.forearm[0] == 0.1
    for array in (made.q_ref, made.stiffness, made.damping, made.forearm):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_a_read_only_view_of_a_writable_array_is_copied():
    q = np.zeros(23)
    view = q[:]
    view.flags.writeable = False
    made = command(q_ref=view)
    q[0] = 1
    assert made.q_ref[0] == 0


def test_changing_one_field_shares_the_others():
    first = command()
    second = dataclasses.replace(first, q_ref=np.ones(23))
    assert second.stiffness is first.stiffness and second.q_ref[0] == 1


def test_lists_and_batches_are_welcome():
    made = Command([0.0, 1], [1, 1], [2, 2], torque=[0, 1], forearm=POSE, forearm_twist=[0] * 6)
    assert made.q_ref.dtype == float and made.torque.tolist() == [0, 1]
    poses = np.tile(POSE, (4, 5, 1))
    batch = Command(*np.ones((3, 4, 5, 23)), forearm=poses, forearm_twist=np.zeros((4, 5, 6)))
    assert batch.forearm.shape == (4, 5, 7)


@pytest.mark.parametrize("shape", [(), (3,)])
def test_nearly_unit_quaternions_are_normalised(shape):
    pose = np.broadcast_to(np.array([0, 0, 0, 1.0005, 0, 0, 0]), (*shape, 7))
    joints = np.ones((*shape, 23))
    made = Command(joints, joints, joints, forearm=pose)
    np.testing.assert_array_equal(made.forearm[..., 3:], np.broadcast_to([1, 0, 0, 0], (*shape, 4)))
    assert not made.forearm.flags.writeable


@pytest.mark.parametrize("field", [f.name for f in dataclasses.fields(Command)])
@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_numbers_must_be_finite(field, bad):
    length = {"forearm": 7, "forearm_twist": 6}.get(field, 23)
    with pytest.raises(InputError, match=rf"{field} .*not finite"):
        command(**{field: np.full(length, bad)})


@pytest.mark.parametrize("field", [f.name for f in dataclasses.fields(Command)][1:])
def test_shapes_must_fit(field):
    with pytest.raises(InputError, match=rf"{field} has shape \(5,\); expected"):
        command(**{field: np.ones(5)})


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"stiffness": -np.ones(23)}, "must not be negative"),
        ({"damping": -np.ones(23)}, "must not be negative"),
        ({"forearm": np.zeros(7)}, "quaternion"),
        ({"forearm": [0, 0, 0, 2, 0, 0, 0]}, "quaternion"),
        ({"torque": ["a"] * 23}, "something else than numbers"),
        ({"q_ref": 1.0, "stiffness": 1.0, "damping": 1.0}, "every joint"),
    ],
)
def test_what_no_hand_can_do_is_refused(change, words):
    with pytest.raises(InputError, match=words):
        command(**change)
