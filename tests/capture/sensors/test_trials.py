"""Trials: forces come back as asked for, movements stay within the joints."""

import numpy as np
import pytest

from prehensile.capture.sensors.tango import Tango
from prehensile.capture.sensors.tip_forces import tip_forces
from prehensile.capture.sensors.trials import (
    HARDEST,
    SLANT,
    grip_trial,
    press_course,
    press_trial,
    probed,
    range_trial,
    waves,
)
from prehensile.errors import InputError
from prehensile.motion.pad_load import pad_loads
from prehensile.motion.tracked_hand import angles_of, hand_of


def test_a_press_is_what_was_asked_for(rng) -> None:
    force = rng.uniform(-1, 1, (7, 5, 3)) - [0.0, 0, 2.0]
    clip = press_trial(np.arange(7) / 10, force)
    assert tip_forces(clip, clip.hands[0]).force == pytest.approx(force)
    assert pad_loads(clip).force[:, 0] == pytest.approx(-force[..., 2])
    assert clip.finger_force[:, 0] == pytest.approx(-force[..., 2])


def test_fingers_that_pull_do_not_touch() -> None:
    force = np.zeros((2, 5, 3))
    force[1, 0, 2] = 1.0
    assert len(press_trial(np.arange(2.0), force).contacts) == 0


def test_other_shapes_are_refused() -> None:
    with pytest.raises(InputError, match="shape"):
        press_trial(np.arange(3.0), np.zeros((3, 4, 3)))


def test_a_range_of_motion_stays_within_the_joints_and_moves_the_fingers(rng) -> None:
    clip = range_trial(rng, 3.0, 100)
    hand, q = hand_of(clip.hands[0]), angles_of(clip.hands[0])
    assert ((q >= hand.lower) & (q <= hand.upper)).all()
    assert (np.ptp(q[:, 3:], axis=0) > 0.05).all()
    assert (np.diff(np.linalg.norm(clip.hands[0].T_world_forearm[:, 3:], axis=1)) < 1e-9).all()


def test_a_grip_presses_on_the_ball_towards_its_middle(rng) -> None:
    clip = grip_trial(rng, 0.04, 1.0)
    centre, c = clip.bodies[0].pose[0, :3], clip.contacts
    assert np.linalg.norm(c.pos - centre, axis=1) == pytest.approx(0.04)
    assert np.cross(c.force, c.pos - centre) == pytest.approx(0, abs=1e-12)
    assert ((c.force * c.normal).sum(1) > 0).all()


def test_waves_stay_between_their_ends(rng) -> None:
    assert np.abs(waves(np.linspace(0, 30, 3000), 20, rng)).max() <= 1.0


def test_a_course_presses_and_slants_as_stated(rng) -> None:
    clip = press_course(rng, 5.0, 60.0)
    force = tip_forces(clip, clip.hands[0]).force
    normal = -force[..., 2]
    assert 0.5 < normal.max() <= HARDEST + 1e-9 and (normal > -1e-9).all()
    assert (np.abs(force[..., :2]).max(-1) <= SLANT * normal + 1e-9).all()


def test_a_probed_tango_knows_its_gains(rng) -> None:
    tango = Tango(unit=2)
    assert probed(tango, rng).gain == pytest.approx(tango.gains, rel=0.05)
