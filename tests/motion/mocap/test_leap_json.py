import json

import numpy as np
import pytest
from tests.files.test_lz_string import pack
from tests.motion.leap_frames import leap_recording

from prehensile.errors import FileError, InputError
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.fit.keypoints import hand_keypoints
from prehensile.lie import se3
from prehensile.motion.mocap.leap_json import read_leap_json
from prehensile.motion.mocap.read import import_motion

FRAMES = 4


def points(side="right"):
    hand = HandSpec.mean(side).build()
    q = np.clip(np.linspace(0.1, 0.5, FRAMES)[:, None] * np.ones(hand.dof), hand.lower, hand.upper)
    T = se3.exp(np.array([0.02, 0.2, 0.05, 0.3, -0.4, 0.2]))
    return hand_keypoints(hand, q, np.tile(T, (FRAMES, 1, 1)), "leap")


@pytest.mark.parametrize("packed", [True, False])
@pytest.mark.parametrize("typed", [True, False])
def test_points_and_times_come_out_as_they_went_in(tmp_path, packed, typed):
    path = tmp_path / "a.json"
    path.write_text(json.dumps(leap_recording(points(), packed=packed, typed=typed)))
    time, hands = read_leap_json(path)
    np.testing.assert_allclose(time, np.arange(FRAMES) / 100)
    assert list(hands) == ["right"]
    np.testing.assert_allclose(hands["right"].reshape(FRAMES, 20, 3), 1e3 * points(), atol=1e-6)


def test_the_packed_file_is_the_same(tmp_path):
    text = json.dumps(leap_recording(points(), packed=True))
    (tmp_path / "a.json").write_text(text)
    (tmp_path / "a.json.lz").write_bytes(pack(text))
    plain, packed = (read_leap_json(tmp_path / name) for name in ("a.json", "a.json.lz"))
    np.testing.assert_array_equal(plain[1]["right"], packed[1]["right"])


def test_a_hand_is_laid_over_what_the_sensor_saw(tmp_path):
    (tmp_path / "a.json.lz").write_bytes(pack(json.dumps(leap_recording(points()))))
    found = import_motion(tmp_path / "a.json.lz")
    assert found.report["format"] == "leap" and found.report["side"] == "right"
    assert found.report["residual_mm_p95"] < 1.0


def test_of_two_hands_the_one_that_is_asked_for_is_read(tmp_path):
    both = leap_recording(points())
    other = leap_recording(points("left"), side="left")
    for mine, more in zip(both["frames"][1:], other["frames"][1:], strict=True):
        for one in (*more["hands"], *more["pointables"]):
            one |= {"id": one["id"] + 100} | ({"handId": 107} if "handId" in one else {})
        mine["hands"] += more["hands"]
        mine["pointables"] += more["pointables"]
    (tmp_path / "a.json").write_text(json.dumps(both))
    _, hands = read_leap_json(tmp_path / "a.json")
    assert np.isfinite(hands["right"]).all()
    assert np.isnan(hands["left"][0]).all() and np.isfinite(hands["left"][1:]).all()


def test_what_is_no_recording_is_one_line(tmp_path):
    for text in ("{}", "[]", "[3]", '{"frames": [["timestamp"], 3]}', '{"frames": [{"hands": 1}]}'):
        (tmp_path / "a.json").write_text(text)
        with pytest.raises(FileError) as error:
            read_leap_json(tmp_path / "a.json")
        assert "\n" not in str(error.value)
    (tmp_path / "a.json").write_text(json.dumps(leap_recording(points())))
    with pytest.raises(InputError, match="no left hand"):
        import_motion(tmp_path / "a.json", side="left")
