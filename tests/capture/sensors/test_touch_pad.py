"""The touch pad: force kept under foam, several centres of pressure, each near its finger."""

from dataclasses import replace

import numpy as np
import pytest

from prehensile.capture.sensors.touch_pad import COLUMNS, ROWS, TouchPad, pressure_centres
from prehensile.capture.sensors.trials import press_trial

PAD = TouchPad(gain=0, noise=0)


def pressed(places: list[tuple[float, float]], newtons: list[float]):
    """A clip whose fingers press down at places of the pad."""
    force = np.zeros((1, 5, 3))
    force[0, : len(places), 2] = -1
    clip = press_trial(np.zeros(1), force)
    c = clip.contacts
    down = np.tile([0.0, 0, -1.0], (len(places), 1))
    pos = np.array([[x, y, 0.0] for x, y in places])
    contacts = replace(c, pos=pos, normal=down, force=np.array(newtons)[:, None] * down)
    return replace(clip, contacts=contacts)


def test_pressure_times_area_is_the_force() -> None:
    pressure = PAD.pressure(pressed([(0.01, -0.005)], [3.0]))
    assert pressure.sum() * PAD.pitch.prod() == pytest.approx(3.0, rel=1e-3)


def test_several_fingers_are_several_centres(rng) -> None:
    places = [(-0.05, -0.02), (0.0, 0.02), (0.05, -0.01)]
    found = PAD.observe(pressed(places, [3.0, 2.0, 1.0]), rng)
    centres = pressure_centres(found.values[0].reshape(ROWS, COLUMNS), PAD)
    assert [c.force for c in centres] == pytest.approx([3, 2, 1], abs=0.25)
    for centre, (x, y) in zip(centres, places, strict=True):
        assert (centre.x, centre.y) == pytest.approx((x, y), abs=0.003)


def test_nothing_is_no_centre() -> None:
    assert pressure_centres(np.zeros((ROWS, COLUMNS)), PAD) == ()


def test_cells_differ_by_their_gains(rng) -> None:
    read = TouchPad(noise=0).observe(pressed([(0.0, 0.0)], [5.0]), rng).values
    clean = PAD.observe(pressed([(0.0, 0.0)], [5.0]), rng).values
    share = read[clean > 2000] / clean[clean > 2000]
    assert 0.05 < share.std() < 0.4
