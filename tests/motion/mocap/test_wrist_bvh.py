"""Bodies without fingers, written by hand; where their wrists are, by SciPy."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from prehensile.errors import InputError
from prehensile.motion.mocap.wrist_bvh import read_bvh_wrist
from prehensile.motion.mocap.wrist_path import read_wrist_path

ARM = """  JOINT {side}Arm
  {{
    OFFSET {s}20 40 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    JOINT {side}ForeArm
    {{
      OFFSET {s}28 0 0
      CHANNELS 3 Zrotation Xrotation Yrotation
      {hand}
    }}
  }}
"""
HAND = """JOINT {side}Hand
      {{
        OFFSET {s}25 0 0
        CHANNELS 3 Zrotation Xrotation Yrotation
        End Site
        {{
          OFFSET {s}18 0 0
        }}
      }}"""
END = """End Site
      {{
        OFFSET {s}25 0 0
      }}"""
ROOT = """HIERARCHY
ROOT Hips
{
  OFFSET 0 0 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
"""


def _body(path, arms, rows):
    """A file in centimetres, y up, 30 frames a second."""
    lines = "\n".join(" ".join(f"{v:.6f}" for v in row) for row in rows)
    head = f"}}\nMOTION\nFrames: {len(rows)}\nFrame Time: 0.0333333\n"
    path.write_text(ROOT + "".join(arms) + head + lines + "\n")
    return path


def _arm(side, hand=HAND):
    sign = "-" if side == "Right" else ""
    return ARM.format(side=side, s=sign, hand=hand.format(side=side, s=sign))


def _rows(joints, count=5):
    rows = np.zeros((count, 6 + 3 * joints))
    rows[:, 1] = 100.0  # the hips are a metre up
    rows[:, 6] = np.linspace(0, 40, count)  # the upper arm turns about z
    return rows


@pytest.mark.parametrize(("side", "sign"), [("Right", -1.0), ("Left", 1.0)])
def test_an_arm_held_out_shows_the_back_of_the_hand_upwards(tmp_path, side, sign):
    found = read_wrist_path(_body(tmp_path / "a.bvh", [_arm(side)], _rows(3)))
    assert found.side == side.lower()
    np.testing.assert_allclose(found.time, np.arange(5) / 30, atol=1e-5)
    # File (x, y, z) is world (x, −z, y); shoulder, then upper arm and forearm turned about z.
    for k, degrees in enumerate(np.linspace(0, 40, 5)):
        turn = Rotation.from_euler("z", degrees, degrees=True)
        x, y, z = np.array([0.2 * sign, 1.4, 0]) + turn.apply([0.53 * sign, 0, 0])
        np.testing.assert_allclose(found.pose[k, :3], [x, -z, y], atol=1e-5)
    first = Rotation.from_quat(found.pose[0, 3:], scalar_first=True).as_matrix()
    np.testing.assert_allclose(first[:, 0], [sign, 0, 0], atol=1e-9)  # to the fingertips
    np.testing.assert_allclose(first[:, 2], [0, 0, 1], atol=1e-9)  # out of the back of the hand


def test_the_end_of_a_forearm_is_a_wrist(tmp_path):
    whole = read_wrist_path(_body(tmp_path / "a.bvh", [_arm("Right")], _rows(3)))
    short = read_wrist_path(_body(tmp_path / "b.bvh", [_arm("Right", END)], _rows(2)))
    np.testing.assert_allclose(short.pose, whole.pose, atol=1e-9)


def test_an_arm_that_hangs_shows_the_back_of_the_hand_outside(tmp_path):
    hanging = _arm("Right").replace("-28 0 0", "0 -28 0").replace("-25 0 0", "0 -25 0")
    hanging = hanging.replace("-18 0 0", "0 -18 0")
    found = read_wrist_path(_body(tmp_path / "a.bvh", [hanging], _rows(3)))
    first = Rotation.from_quat(found.pose[0, 3:], scalar_first=True).as_matrix()
    np.testing.assert_allclose(first[:, 0], [0, 0, -1], atol=1e-9)
    np.testing.assert_allclose(first[:, 2], [-1, 0, 0], atol=1e-9)


def test_one_of_two_hands(tmp_path):
    path = _body(tmp_path / "a.bvh", [_arm("Right"), _arm("Left")], _rows(6))
    assert read_wrist_path(path, hand="left").side == "left"
    assert read_wrist_path(path, hand="right").pose[0, 0] < 0
    with pytest.raises(InputError, match="which hand"):
        read_wrist_path(path)


def test_the_other_side_is_refused(tmp_path):
    with pytest.raises(InputError, match="no left hand"):
        read_bvh_wrist(_body(tmp_path / "a.bvh", [_arm("Right")], _rows(3)), "left")


def test_a_body_without_arms_is_said_as_before(tmp_path):
    legs = _arm("Right").replace("ForeArm", "Shin").replace("Arm", "Leg").replace("Hand", "Foot")
    path = _body(tmp_path / "a.bvh", [legs], _rows(3))
    assert read_bvh_wrist(path) is None
    with pytest.raises(InputError, match="finger"):
        read_wrist_path(path)
