"""The Tango: areas of a sphere, force kept, noise at poles, specific force at rest and in turns."""

from dataclasses import replace

import numpy as np
import pytest

from prehensile.capture.recording.stream import CLIPPED
from prehensile.capture.sensors.tango import (
    COLUMNS,
    ROWS,
    Tango,
    TangoAccelerometer,
    taxel_areas,
    taxel_normals,
)
from prehensile.capture.sensors.trials import grip_trial
from prehensile.errors import UnknownNameError
from prehensile.lie import se3

CLIP = grip_trial(np.random.default_rng(1), 0.04, 2.0)


def test_taxels_cover_the_ball() -> None:
    assert taxel_areas(0.04).sum() == pytest.approx(4 * np.pi * 0.04**2)
    assert np.linalg.norm(taxel_normals(), axis=-1) == pytest.approx(1)
    assert taxel_normals()[0, :, 2].min() > 0.9


def test_pressure_times_area_is_the_sum_of_normal_forces() -> None:
    tango = Tango()
    total = (tango.pressure(CLIP) * taxel_areas(tango.radius)).sum((1, 2))
    assert total == pytest.approx(CLIP.finger_force[:, 0].sum(1))


def test_readings_are_quotients_of_two_bytes(rng) -> None:
    tango = Tango()
    read = tango.observe(CLIP, rng).values.ravel()
    quotient = read / tango.full_scale + tango.rest
    found = quotient[:200, None] * np.arange(150, 211)
    assert np.abs(found - np.round(found)).min(1) == pytest.approx(0, abs=1e-9)


def test_poles_are_noisier_than_the_equator(rng) -> None:
    still = Tango().read(np.arange(500) / 100, np.zeros((500, ROWS, COLUMNS)), rng)
    noise = still.values.reshape(500, ROWS, COLUMNS).std(0).mean(1)
    assert noise[0] > 1.8 * noise[4] and noise[7] > 1.8 * noise[3]
    assert abs(still.values.mean()) < 100


def test_neighbours_along_a_meridian_read_a_share(rng) -> None:
    tango = Tango(gain=0)
    pressure = np.zeros((400, ROWS, COLUMNS))
    pressure[:, 4, 7] = 20e3
    read = tango.read(np.arange(400) / 100, pressure, rng).values.reshape(-1, ROWS, COLUMNS).mean(0)
    assert read[4, 7] == pytest.approx(20e3, rel=0.02)
    assert read[3, 7] == pytest.approx(0.06 * 20e3, abs=60) == pytest.approx(read[5, 7], abs=120)
    assert abs(read[4, 8]) < 60


def test_more_than_a_byte_can_say_is_flagged(rng) -> None:
    pressure = np.full((3, ROWS, COLUMNS), 200e3)
    assert (Tango().read(np.arange(3.0), pressure, rng).flags == CLIPPED).all()


def test_an_accelerometer_at_rest_feels_gravity_upwards(rng) -> None:
    quiet = TangoAccelerometer(noise=0, bias=0)
    assert quiet.observe(CLIP, rng).values[:, 0] == pytest.approx(
        np.tile([0, 0, 9.81], (201, 1)), abs=1e-9
    )
    turned = se3.exp([0, 0, 0, np.pi / 2, 0, 0])
    body = CLIP.bodies[0]
    pose = np.concatenate([body.pose[:, :3], np.tile(se3.to_pose7(turned)[3:], (201, 1))], axis=1)
    clip = replace(CLIP, bodies=(replace(body, pose=pose),))
    assert quiet.observe(clip, rng).values[5, 0] == pytest.approx([0, 9.81, 0], abs=1e-9)


def test_a_falling_ball_feels_nothing(rng) -> None:
    body = CLIP.bodies[0]
    pose = body.pose.copy()
    pose[:, 2] -= 0.5 * 9.81 * CLIP.time**2
    clip = replace(CLIP, bodies=(replace(body, pose=pose),))
    felt = TangoAccelerometer(noise=0, bias=0).observe(clip, rng).values[3:-3, 0]
    assert felt == pytest.approx(0, abs=1e-6)


def test_a_clip_without_the_ball_is_refused(rng) -> None:
    with pytest.raises(UnknownNameError):
        Tango(body="ball").observe(CLIP, rng)
    with pytest.raises(UnknownNameError):
        TangoAccelerometer(body="ball").observe(CLIP, rng)
