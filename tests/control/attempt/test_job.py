"""What is to be done with an object, and how attempts at it compare."""

import numpy as np
import pytest

from prehensile.control.arm.carry import Straight, Turn
from prehensile.control.attempt.job import (
    LEAST_GRIP,
    HangJob,
    LiftJob,
    TurnJob,
    default_grip,
    job_of,
)
from prehensile.control.place.stand import stand_pose
from prehensile.lie import se3
from prehensile.world.catalogue import CATALOGUE, load_object

KINDS = {None: LiftJob, "hinge": TurnJob, "fixed": HangJob}


@pytest.mark.parametrize("name", CATALOGUE)
def test_the_mount_says_what_is_done(name):
    obj = load_object(name)
    assert type(job_of(obj)) is KINDS[obj.mount.joint if obj.mount else None]
    assert default_grip(obj) >= LEAST_GRIP


def test_a_dial_is_turned_about_its_hinge():
    obj = load_object("dial")
    assert obj.mount is not None
    T = se3.from_pose7(stand_pose(obj))
    carry = job_of(obj).carry(T)
    assert isinstance(carry, Turn) and carry.angle > np.radians(30)
    # A point of the axis stays where it is.
    on_axis = se3.apply(T, obj.mount.point)
    start = np.concatenate([on_axis, [1, 0, 0, 0]])
    np.testing.assert_allclose(carry.forearm(start, carry.seconds)[0][:3], on_axis, atol=1e-12)


def test_what_is_lifted_goes_up_and_what_is_hung_on_is_pulled_down():
    for kind, sign in ((LiftJob, 1), (HangJob, -1)):
        carry = kind(load_object("mug")).carry(np.eye(4))
        assert isinstance(carry, Straight) and carry.direction[2] == sign


def test_twice_the_weight_needs_twice_the_grip():
    light, heavy = (load_object(f"cylinder:r=30mm,h=120mm,mass={m}") for m in (1.0, 2.0))
    assert job_of(heavy).needed_grip() == pytest.approx(2 * job_of(light).needed_grip())
