"""Analog signals and force platforms of files that ezc3d alone wrote."""

import numpy as np
import pytest

from prehensile.capture.recording.recording import Recording
from prehensile.errors import FileError

ezc3d = pytest.importorskip("ezc3d", reason="C3D needs ezc3d: pip install 'prehensile[mocap]'")

CORNERS = np.array([[0.5, 0.5, 0], [-0.1, 0.5, 0], [-0.1, 0.1, 0], [0.5, 0.1, 0]])
"""[m] axes of the plate are the world's"""
FORCE, MOMENT = np.array([1.0, 2.0, -10.0]), np.array([0.3, 0.4, 0.5])


def write(path, kind, channels, units, origin=(0.0, 0.0, -0.04), unit="mm", matrix=None):
    """Five frames of one marker at 100 Hz, constant channels at 200 Hz, one plate."""
    scale = {"mm": 1e3, "m": 1.0}[unit]
    file = ezc3d.c3d()
    point, analog, plate = (file["parameters"][g] for g in ("POINT", "ANALOG", "FORCE_PLATFORM"))
    point["RATE"]["value"], point["LABELS"]["value"] = [100.0], ["m"]
    point["UNITS"]["value"] = [unit]
    file["data"]["points"] = np.ones((4, 1, 5))
    analog["RATE"]["value"] = [200.0]
    analog["LABELS"]["value"] = [f"c{k}" for k in range(len(channels))]
    analog["UNITS"]["value"] = units
    file["data"]["analogs"] = np.tile(np.array(channels, float)[None, :, None], (1, 1, 10))
    if kind:
        plate["USED"]["value"], plate["TYPE"]["value"] = [1], [kind]
        plate["CORNERS"]["value"] = scale * CORNERS.T[:, :, None]
        plate["ORIGIN"]["value"] = scale * np.array(origin)[:, None]
        plate["CHANNEL"]["value"] = 1 + np.arange(len(channels))[:, None]
        plate["ZERO"]["value"] = [0, 0]
        if matrix is not None:
            file.add_parameter("FORCE_PLATFORM", "CAL_MATRIX", matrix[:, :, None])
    file.write(str(path))
    return path


def about_origin(moment_at_centre, force):
    """τ about the world's origin of a wrench at the middle of the plate."""
    return moment_at_centre + np.cross(CORNERS.mean(axis=0), force)


@pytest.mark.parametrize("unit", ["mm", "m"])
def test_a_plate_of_type_2_is_a_wrench_about_the_worlds_origin(tmp_path, unit):
    factor, name = (1e3, "Nmm") if unit == "mm" else (1.0, "Nm")
    channels = [*FORCE, *(factor * MOMENT)]
    path = write(tmp_path / "a.c3d", 2, channels, ["N"] * 3 + [name] * 3, unit=unit)
    found = Recording.load(path)["platform 1"]
    assert found.kind == "wrenches" and found.values.shape == (10, 1, 6)
    assert found.rate_hz == 200 and found.frame == "world" and "type 2" in found.sensor["model"]
    # The transducer sits 40 mm below the surface: the lever to it carries the force's moment.
    centre = MOMENT + np.cross(FORCE, [0, 0, -0.04])
    np.testing.assert_allclose(found.values[3, 0, :3], FORCE, atol=1e-5)
    np.testing.assert_allclose(found.values[3, 0, 3:], about_origin(centre, FORCE), atol=1e-5)


def test_a_plate_of_type_1_gives_its_centre_of_pressure(tmp_path):
    """Its channels are the force, where it acts, and the free moment there."""
    place, free = np.array([0.03, -0.02, 0.0]), 0.07
    channels = [*FORCE, 1e3 * place[0], 1e3 * place[1], 1e3 * free]
    path = write(tmp_path / "a.c3d", 1, channels, ["N"] * 3 + ["mm"] * 2 + ["Nmm"], (0, 0, 0))
    found = Recording.load(path)["platform 1"].values[0, 0]
    at = CORNERS.mean(axis=0) + place
    np.testing.assert_allclose(found[3:], np.cross(at, FORCE) + np.array([0, 0, free]), atol=1e-5)


def test_a_plate_of_type_3_sums_its_eight_channels(tmp_path):
    a, b = 0.12, 0.2
    raw = np.array([0.4, 0.6, 1.5, 0.5, -1.0, -2.0, -3.0, -4.0])  # x12 x34 y14 y23 z1 z2 z3 z4
    path = write(tmp_path / "a.c3d", 3, raw, ["N"] * 8, (a, b, 0.0))
    found = Recording.load(path)["platform 1"].values[0, 0]
    force = np.array([raw[0] + raw[1], raw[2] + raw[3], raw[4:].sum()])
    z1, z2, z3, z4 = raw[4:]
    moment = np.array(
        [
            b * (z1 + z2 - z3 - z4),
            a * (-z1 + z2 + z3 - z4),
            b * (raw[1] - raw[0]) + a * (raw[2] - raw[3]),
        ]
    )
    np.testing.assert_allclose(found[:3], force, atol=1e-5)
    np.testing.assert_allclose(found[3:], about_origin(moment, force), atol=1e-5)


def test_a_plate_of_type_4_goes_through_its_calibration(tmp_path, rng):
    matrix = np.diag([2.0, 2, 2, 500, 500, 500]) + np.triu(rng.normal(size=(6, 6)), 1)
    raw = np.array([1.0, -0.5, 2, 0.3, 0.2, 0.1])
    path = write(tmp_path / "a.c3d", 4, raw, ["V"] * 6, (0, 0, 0), matrix=matrix)
    found = Recording.load(path)["platform 1"].values[0, 0]
    wrench = matrix @ raw
    np.testing.assert_allclose(found[:3], wrench[:3], atol=1e-4)
    np.testing.assert_allclose(found[3:], about_origin(1e-3 * wrench[3:], wrench[:3]), atol=1e-4)


def test_analog_signals_are_streams_by_unit(tmp_path):
    path = write(tmp_path / "a.c3d", 0, [1.5, 2500.0, 3.0, 9.0], ["N", "mV", "V", "g"])
    found = Recording.load(path)
    assert found.names == ("markers", "forces", "analog V", "analog g")
    assert found["forces"].channels == ("c0",) and found["forces"].unit == "N"
    np.testing.assert_allclose(found["analog V"].values[0], [2.5, 3.0])
    assert found["analog V"].channels == ("c1", "c2") and found["analog V"].measured_rate == 200
    assert found["analog g"].unit == "g"
    np.testing.assert_allclose(found["markers"].values, 1e-3)
    assert len({s.clock for s in found.streams}) == 1


def test_an_unknown_plate_is_said_and_the_rest_read(tmp_path):
    path = write(tmp_path / "a.c3d", 21, [1.0] * 6, ["N"] * 6)
    found = Recording.load(path)
    assert found.names == ("markers", "forces") and found.meta["force_platforms_left"]


def test_a_damaged_file_is_one_line(tmp_path):
    path = write(tmp_path / "a.c3d", 2, [1.0] * 6, ["N"] * 6)
    path.write_bytes(path.read_bytes()[:700])
    with pytest.raises(FileError, match="cut short"):
        Recording.load(path)
