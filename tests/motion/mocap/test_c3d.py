"""C3D written by an independent library, read back, cut short and spoilt."""

import struct

import numpy as np
import pytest
from tests.motion.marked_hand import NAMES, MarkedHand

from prehensile.errors import FileError
from prehensile.motion.mocap.c3d import read_c3d
from prehensile.motion.mocap.read import import_motion

ezc3d = pytest.importorskip("ezc3d", reason="C3D needs ezc3d: pip install 'prehensile[mocap]'")


def write(path, points, names=NAMES, rate=100.0, unit="mm", scale=1e3):
    """Points (T, K, 3) [m] by ezc3d."""
    file = ezc3d.c3d()
    file["parameters"]["POINT"]["RATE"]["value"] = [rate]
    file["parameters"]["POINT"]["LABELS"]["value"] = list(names)
    file["parameters"]["POINT"]["UNITS"]["value"] = [unit]
    homogeneous = np.ones((4, points.shape[1], len(points)))
    homogeneous[:3] = scale * points.transpose(2, 1, 0)
    file["data"]["points"] = homogeneous
    file.write(str(path))
    return path


@pytest.fixture(scope="module")
def points():
    return MarkedHand(frames=30).points


@pytest.fixture(scope="module")
def file(points, tmp_path_factory):
    return write(tmp_path_factory.mktemp("c3d") / "hand.c3d", points)


@pytest.mark.parametrize(("unit", "scale"), [("mm", 1e3), ("m", 1.0), ("cm", 100.0)])
def test_it_reads_what_ezc3d_wrote(points, tmp_path, unit, scale):
    read = read_c3d(write(tmp_path / "a.c3d", points, unit=unit, scale=scale))
    assert read.names == NAMES and read.rate_hz == 100
    np.testing.assert_allclose(read.points, points, atol=1e-6)


def test_hidden_markers_are_nan(points, tmp_path):
    gappy = points.copy()
    gappy[4:9, 2] = np.nan
    read = read_c3d(write(tmp_path / "a.c3d", gappy))
    assert (~read.seen).sum() == 5 and not read.seen[4:9, 2].any()


def test_a_given_rate_and_unit_win(file, points):
    read = read_c3d(file, rate_hz=50, metres=1.0)
    assert read.rate_hz == 50
    np.testing.assert_allclose(read.points, 1e3 * points, atol=1e-3)


@pytest.mark.parametrize("share", [0.0, 0.01, 0.2, 0.5, 0.9])
def test_cut_short_is_one_line(file, tmp_path, share):
    data = file.read_bytes()
    path = tmp_path / "cut.c3d"
    path.write_bytes(data[: int(share * len(data))])
    with pytest.raises(FileError) as caught:
        read_c3d(path)
    assert "\n" not in str(caught.value) and "cut.c3d" in str(caught.value)


def test_other_files_are_one_line(tmp_path):
    others = {b"no C3D at all" * 99: "not a C3D", b"\x02\x50" + b"\xff" * 2000: "x.c3d"}
    for data, word in others.items():
        path = tmp_path / "x.c3d"
        path.write_bytes(data)
        with pytest.raises(FileError, match=word):
            read_c3d(path)
    with pytest.raises(FileError, match="No such file"):
        read_c3d(tmp_path / "none.c3d")


def test_a_hostile_size_is_refused_before_reading(file, tmp_path):
    data = bytearray(file.read_bytes())
    struct.pack_into("<H", data, 2, 60000)  # markers
    struct.pack_into("<H", data, 8, 65535)  # last frame
    path = tmp_path / "huge.c3d"
    path.write_bytes(data)
    with pytest.raises(FileError, match="claims 65535 frames of 60000 markers"):
        read_c3d(path)


def test_a_frame_rate_of_zero_is_one_line(file, tmp_path):
    """ezc3d itself ends the process here, which must not end ours."""
    path = tmp_path / "still.c3d"
    path.write_bytes(file.read_bytes().replace(struct.pack("<f", 100.0), struct.pack("<f", 0.0)))
    with pytest.raises(FileError, match=r"frame rate is 0 Hz|damaged"):
        read_c3d(path)


@pytest.mark.long
def test_from_forward_kinematics_through_ezc3d_to_a_clip(tmp_path):
    marked = MarkedHand(side="left", frames=40)
    result = import_motion(write(tmp_path / "left.c3d", marked.points), smooth_hz=0)
    assert result.report["side"] == "left" and result.report["residual_mm_median"] < 0.3
    off = np.degrees(result.clip.hands[0].q - marked.q)[:, 3:]
    assert np.median(np.abs(off)) < 6
