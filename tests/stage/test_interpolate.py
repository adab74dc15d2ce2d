"""Between two moments, against the clip resampler, which is tested on its own."""

import numpy as np
import pytest

from prehensile.hand.hand import Hand
from prehensile.lie import so3
from prehensile.motion.clip import BodyTrack, Clip, HandTrack
from prehensile.motion.contacts import ContactTrack
from prehensile.stage.interpolate import interpolate
from prehensile.stage.scene import SceneFrame


@pytest.mark.parametrize("part", [0.0, 0.2, 0.999])
def test_it_is_what_the_resampler_says(rng, part):
    hand = Hand()

    def pose():
        return np.concatenate([rng.normal(size=3), so3.to_quat(so3.exp(rng.normal(size=3)))])

    q = rng.normal(size=(2, hand.dof))
    forearm, body = (np.stack([pose(), pose()]) for _ in range(2))
    before, after = (
        SceneFrame(time=1.0 + 0.5 * k, q=[q[k]], forearm=[forearm[k]], bodies=body[None, k])
        for k in (0, 1)
    )
    mesh = np.vstack([np.zeros(3), np.eye(3)]), np.array([[0, 1, 2], [0, 2, 3]])
    clip = Clip(
        time=np.array([1.0, 1.5]),
        hands=(HandTrack("right", hand.spec.to_json(), hand.joint_names, q, forearm),),
        bodies=(BodyTrack("thing", *mesh, body),),
        contacts=ContactTrack.empty(2),
        finger_force=np.zeros((2, 1, 5)),
        palm_force=np.zeros((2, 1)),
    )
    shown, oracle = interpolate(before, after, part), clip.at_times([1.0 + 0.5 * part])
    assert shown.time == pytest.approx(1.0 + 0.5 * part)
    np.testing.assert_allclose(shown.q[0], oracle.hands[0].q[0], atol=1e-12)
    np.testing.assert_allclose(shown.forearm[0], oracle.hands[0].T_world_forearm[0], atol=1e-12)
    np.testing.assert_allclose(shown.bodies[0], oracle.bodies[0].pose[0], atol=1e-12)


def test_blood_goes_straight_on_where_there_is_any(rng):
    a, b = rng.normal(size=(2, 1, 5, 4))
    before, after = SceneFrame(0.0, blood=a), SceneFrame(1.0, blood=b)
    shown = interpolate(before, after, 0.25).blood
    np.testing.assert_allclose(shown, 0.75 * a + 0.25 * b, atol=1e-12)
    assert interpolate(SceneFrame(0.0), after, 0.5).blood is None
    assert interpolate(before, SceneFrame(1.0), 0.5).blood is a


def test_another_cast_has_no_between():
    before, after = SceneFrame(0.0), SceneFrame(1.0, bodies=np.zeros((1, 7)))
    assert interpolate(before, after, 0.5) is before
