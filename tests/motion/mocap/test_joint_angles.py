"""Tables of joint angles, by name: ours, Adroit's, in degrees or radians."""

import numpy as np
import pytest

from prehensile.errors import FileError, InputError, UnknownNameError
from prehensile.hand.joints import JOINT_NAMES
from prehensile.motion.clip import Clip
from prehensile.motion.mocap.name_map import read_name_map
from prehensile.motion.mocap.read import import_motion, read_motion

FRAMES = 12
TABLE = {n: np.linspace(0.05, 0.3, FRAMES) * (1 + k % 3) / 3 for k, n in enumerate(JOINT_NAMES)}
TABLE["little_mcp_abd"] = np.full(FRAMES, 0.1)


def csv_file(path, columns, separator=","):
    rows = np.stack(list(columns.values()), axis=1)
    np.savetxt(path, rows, "%.10g", separator, header=separator.join(columns), comments="")
    return path


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("unit", ["rad", "deg"])
def test_csv_in_either_unit(tmp_path, separator, unit):
    columns = TABLE if unit == "rad" else {n: np.degrees(c) for n, c in TABLE.items()}
    path = csv_file(tmp_path / "a.csv", {"time": np.arange(FRAMES) / 60} | columns, separator)
    clip = read_motion(path)
    np.testing.assert_allclose(clip.hands[0].q, np.stack(list(TABLE.values()), 1), atol=1e-9)
    np.testing.assert_allclose(clip.time, np.arange(FRAMES) / 60)
    report = clip.meta["import"]
    assert report["unit"] == unit and bool(report["notes"]) == (unit == "deg")


def test_degrees_called_radians_are_refused(tmp_path):
    path = csv_file(tmp_path / "a.csv", {n: np.degrees(c) for n, c in TABLE.items()})
    with pytest.raises(InputError, match=r"these are degrees, not radians. Say --unit deg"):
        read_motion(path, rate_hz=60, unit="rad")
    named = csv_file(tmp_path / "b.csv", {f"{n}_rad": np.degrees(c) for n, c in TABLE.items()})
    with pytest.raises(InputError, match="these are degrees"):
        read_motion(named, rate_hz=60)


def test_what_does_not_map_is_said_and_tips_follow(tmp_path):
    columns = {n: c for n, c in TABLE.items() if n != "index_dip_flex"} | {
        "elbow_flex": TABLE["wrist_dev"]
    }
    report = (clip := read_motion(csv_file(tmp_path / "a.csv", columns), rate_hz=50)).meta["import"]
    assert report["unmapped"] == ["elbow_flex"] and report["missing"] == ["index_dip_flex"]
    q = dict(zip(JOINT_NAMES, clip.hands[0].q.T, strict=True))
    np.testing.assert_allclose(q["index_dip_flex"], 2 / 3 * q["index_pip_flex"])


def test_our_own_csv_reads_back(hand_clip, tmp_path):
    one = Clip(
        time=hand_clip.time,
        hands=hand_clip.hands[:1],
        bodies=(),
        contacts=hand_clip.contacts,
        finger_force=hand_clip.finger_force[:, :1],
        palm_force=hand_clip.palm_force[:, :1],
        meta={},
    )
    read = read_motion(one.save(tmp_path / "ours.csv"))
    inside = np.clip(one.hands[0].q, read_limits(read)[0], read_limits(read)[1])
    np.testing.assert_allclose(read.hands[0].q, inside, atol=1e-12)
    np.testing.assert_allclose(read.hands[0].T_world_forearm, one.hands[0].T_world_forearm)


def read_limits(clip):
    model = clip.hands[0].model
    return np.array(model["lower"]), np.array(model["upper"])


def test_npz_of_a_matrix_or_of_columns(tmp_path):
    q = np.stack(list(TABLE.values()), 1)
    np.savez(tmp_path / "m.npz", q=q, joint_names=np.array(JOINT_NAMES), rate_hz=40.0)
    np.savez(tmp_path / "c.npz", **TABLE)
    for clip in (read_motion(tmp_path / "m.npz"), read_motion(tmp_path / "c.npz", rate_hz=40)):
        np.testing.assert_allclose(clip.hands[0].q, q)
        np.testing.assert_allclose(clip.time, np.arange(FRAMES) / 40)


def test_adroit_order_by_the_packaged_map(tmp_path):
    names = read_name_map("adroit").theirs | {"LFJ4"}
    columns = {name: np.full(FRAMES, 0.2) for name in sorted(names)}
    report = (clip := read_motion(csv_file(tmp_path / "a.csv", columns), rate_hz=100)).meta[
        "import"
    ]
    assert report["format"] == "joint angles (adroit)" and report["side"] == "right"
    assert report["unmapped"] == ["LFJ4"] and report["missing"] == ["wrist_pro"]
    q = dict(zip(JOINT_NAMES, clip.hands[0].q[0], strict=True))
    assert q["index_mcp_abd"] == pytest.approx(0.2) and q["ring_mcp_abd"] == pytest.approx(-0.2)
    with pytest.raises(InputError, match="a right hand's, not left"):
        read_motion(tmp_path / "a.csv", rate_hz=100, side="left")


def test_a_map_of_ones_own(tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text(
        '[joints]\nindex_mcp_flex = {a = 2, b = -1, offset = 0.1}\nindex_pip_flex = "b"\n'
    )
    path = csv_file(tmp_path / "a.csv", {"a": np.full(5, 0.3), "b": np.full(5, 0.2)})
    q = dict(zip(JOINT_NAMES, read_motion(path, rate_hz=9, names=mine).hands[0].q[0], strict=True))
    assert q["index_mcp_flex"] == pytest.approx(0.5) and q["index_pip_flex"] == pytest.approx(0.2)
    for text in ("[joints]\nnose = 'a'", "[joints]\nindex_mcp_flex = 3", "side = 'up'", "x x"):
        mine.write_text(text)
        with pytest.raises((InputError, UnknownNameError, FileError)):
            read_name_map(mine)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "empty"),
        ("index_mcp_flex,index_pip_flex\n", "no frame"),
        ("index_mcp_flex,index_pip_flex\n1,2\n1\n", "line 3 has 1 cells"),
        ("index_mcp_flex\nfar\n", "not a table of numbers"),
        ("index_mcp_flex\nnan\n", "not finite"),
        ("index_mcp_flex,index_mcp_flex\n1,2\n", "same name"),
        ("one,two\n1,2\n", "no name is a joint that we know"),
        ("index_mcp_flex\n5000\n", "no joint of a hand turns so far"),
    ],
)
def test_bad_tables_are_one_line(tmp_path, text, word):
    path = tmp_path / "bad.csv"
    path.write_text(text)
    with pytest.raises((FileError, InputError), match=word) as caught:
        read_motion(path, rate_hz=30)
    assert "\n" not in str(caught.value) and "bad.csv" in str(caught.value)


def test_no_rate_and_a_rate_of_zero(tmp_path):
    path = csv_file(tmp_path / "a.csv", TABLE)
    with pytest.raises(InputError, match="give its frame rate"):
        import_motion(path)
    with pytest.raises(InputError, match="frame rate is 0 Hz"):
        import_motion(path, rate_hz=0)
