"""Wrench on a body against Σ f and Σ r × f by hand; names that nobody knows."""

from dataclasses import replace

import numpy as np
import pytest

from prehensile.capture.sensors.body_contacts import body_pose, body_wrench, contacts_on
from prehensile.capture.sensors.trials import grip_trial, press_trial
from prehensile.errors import UnknownNameError
from prehensile.lie import se3


def test_a_wrench_is_the_sum_of_forces_and_moments(rng) -> None:
    force = rng.uniform(-1, 1, (4, 5, 3)) - [0.0, 0, 3.0]
    clip = press_trial(np.arange(4.0), force)
    c = clip.contacts
    spin = rng.normal(size=len(c))
    clip = replace(clip, contacts=replace(c, torsion=spin))
    T = se3.exp(rng.normal(size=(4, 6)))
    found = body_wrench(clip, "plate", T)
    for k in range(4):
        rows = slice(*c.offsets[k : k + 2])
        R, p = T[k, :3, :3], T[k, :3, 3]
        torque = np.cross(c.pos[rows] - p, c.force[rows]).sum(0)
        torque += (spin[rows, None] * c.normal[rows]).sum(0)
        assert found[k] == pytest.approx(np.concatenate([c.force[rows].sum(0) @ R, torque @ R]))


def test_a_body_that_is_the_first_of_a_contact_feels_the_opposite() -> None:
    clip = press_trial(np.zeros(1), np.tile([0.0, 0, -2.0], (1, 5, 1)))
    c = clip.contacts
    other = replace(clip, contacts=replace(c, a=c.b, b=c.a, normal=-c.normal, force=-c.force))
    for one, two in zip(contacts_on(clip, "plate"), contacts_on(other, "plate"), strict=True):
        assert one == pytest.approx(two)
    assert contacts_on(clip, "plate").pressing == pytest.approx(2.0)


def test_furniture_stands_at_the_origin_and_bodies_where_they_are(rng) -> None:
    clip = grip_trial(rng, 0.04, 0.1)
    assert body_pose(clip, "table")[0] == pytest.approx(np.eye(4))
    assert body_pose(clip, "tango")[0, :3, 3] == pytest.approx(clip.bodies[0].pose[0, :3])


def test_an_unknown_body_is_named() -> None:
    clip = press_trial(np.zeros(1), np.zeros((1, 5, 3)))
    with pytest.raises(UnknownNameError, match="plate"):
        contacts_on(clip, "box")
    assert len(contacts_on(clip, "plate").frame) == 0
