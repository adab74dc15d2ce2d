"""What a held object needs, against Newton's law in closed form."""

import numpy as np
import pytest

from prehensile.capture.recording.recording import CapturedObject, Recording
from prehensile.capture.recording.stream import Stream
from prehensile.compliance.recorded.object_motion import GRAVITY, object_motion
from prehensile.errors import InputError
from prehensile.mesh.decimate import solid_triangles

HALF, MASS = np.array([0.02, 0.03, 0.05]), 0.2
TIME = np.arange(0, 6, 0.002)


def thing(**changes):
    vertices, faces = solid_triangles("box", HALF)
    return CapturedObject("box", MASS, 0.8, "", vertices, faces)._replace(**changes)


def recorded(place, turn=None):
    turn = np.zeros(len(place)) if turn is None else turn
    quat = np.stack([np.cos(turn / 2), 0 * turn, 0 * turn, np.sin(turn / 2)], axis=1)
    poses = np.concatenate([place, quat], axis=1)[:, None]
    return Recording((Stream("pose", "rigid_poses", TIME, poses, ("box",), rate_hz=500.0),))


def test_force_and_torque_of_a_thing_that_is_lifted_and_turned():
    high = 0.02 * (1 - np.cos(2 * TIME))
    turn = 0.3 * np.sin(3 * TIME)
    place = np.stack([0 * high, 0 * high, high], axis=1)
    found = object_motion(recorded(place, turn), thing(), TIME)
    inner = slice(500, -500)
    np.testing.assert_allclose(
        found.needed[inner, 2], MASS * (GRAVITY + 0.08 * np.cos(2 * TIME[inner])), atol=2e-3
    )
    about = MASS * (HALF[0] ** 2 + HALF[1] ** 2) / 3
    np.testing.assert_allclose(
        found.needed[inner, 5], -2.7 * about * np.sin(3 * TIME[inner]), atol=3e-5
    )
    lifted = high > 0.003 + np.percentile(high, 5)
    assert (found.free == lifted)[inner].mean() > 0.99


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"mass": 0.0}, "mass"),
        ({"vertices": None}, "surface"),
        ({"faces": np.zeros((0, 3), int)}, "surface"),
        ({"name": "cup"}, "no stream"),
    ],
)
def test_what_is_missing_is_said(changes, said):
    with pytest.raises(InputError, match=said):
        object_motion(recorded(np.zeros((len(TIME), 3))), thing(**changes), TIME)
