"""A stranger's BVH, written by hand with other names, axes and units; positions by SciPy."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from prehensile.errors import FileError, InputError
from prehensile.files.bvh import read_bvh_file
from prehensile.hand.joints import DIGITS
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.fit.keypoints import hand_keypoints
from prehensile.motion.mocap.foreign_bvh import hands_of
from prehensile.motion.mocap.read import import_motion

SMALL = """HIERARCHY
ROOT Hips
{
  OFFSET 1 2 3
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT RightHand
  {
    OFFSET 0 10 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    JOINT RightHandIndex1
    {
      OFFSET 4 0 0
      CHANNELS 3 Yrotation Zrotation Xrotation
      JOINT RightHandIndex2
      {
        OFFSET 3 0 0
        CHANNELS 3 Zrotation Xrotation Yrotation
        End Site
        {
          OFFSET 2 0 0
        }
      }
    }
  }
}
MOTION
Frames: 2
Frame Time: 0.05
0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
5 6 7 10 20 30 40 50 60 15 25 35 45 55 65
"""


def test_positions_against_scipy(tmp_path):
    path = tmp_path / "small.bvh"
    path.write_text(SMALL)
    found = hands_of(read_bvh_file(path))["right"]
    wrist, proximal, intermediate, tip = (found.points[1, k] for k in (0, 5, 6, 7))

    def turn(order, *degrees):
        return Rotation.from_euler(order, degrees, degrees=True)  # capitals: about moved axes

    hips = turn("ZXY", 10, 20, 30)
    hand = hips * turn("ZXY", 40, 50, 60)
    first = hand * turn("YZX", 15, 25, 35)
    second = first * turn("ZXY", 45, 55, 65)
    at = np.array([1.0 + 5, 2 + 6, 3 + 7]) + hips.apply([0, 10, 0])
    np.testing.assert_allclose(wrist, at, atol=1e-12)
    at = at + hand.apply([4, 0, 0])
    np.testing.assert_allclose(proximal, at, atol=1e-12)
    at = at + first.apply([3, 0, 0])
    np.testing.assert_allclose(intermediate, at, atol=1e-12)
    np.testing.assert_allclose(tip, at + second.apply([2, 0, 0]), atol=1e-12)
    assert np.isnan(found.points[:, 9]).all()  # there is no middle finger


def full_hand(hand, q, name, scale=100.0):
    """A BVH of a hand as other programs have it: positions in channels, all turned to y up."""
    points = scale * hand_keypoints(hand, q, layout="mediapipe")
    points = points[..., [0, 2, 1]] * [1, 1, -1]
    head, rows = [], [points[:, 0], np.zeros((len(q), 3))]
    head += ["HIERARCHY", "ROOT " + name("Hand", None), "{", "OFFSET 0 0 0"]
    head += ["CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation"]
    for d, digit in enumerate(DIGITS):
        for k in range(4):
            here, before = 1 + 4 * d + k, 0 if k == 0 else 4 * d + k
            head += ["JOINT " + name(digit, k + 1), "{", "OFFSET 0 0 0"]
            head += ["CHANNELS 3 Xposition Yposition Zposition"]
            rows.append(points[:, here] - points[:, before])
        head += ["End Site", "{", "OFFSET 0 0 0", "}", *["}"] * 4]
    head += ["}", "MOTION", f"Frames: {len(q)}", "Frame Time: 0.02"]
    table = np.concatenate(rows, axis=1)
    return "\n".join([*head, *(" ".join(f"{v:.8g}" for v in row) for row in table)])


@pytest.mark.parametrize("side", ["right", "left"])
@pytest.mark.parametrize("style", ["mixamo", "unreal", "rigify"])
def test_a_hand_by_other_names(tmp_path, side, style):
    spec = HandSpec.sample(6, side)
    hand, closing = spec.build(), np.linspace(0.2, 1.4, 40)[:, None]
    q = np.clip(closing * spec.rest, hand.lower, hand.upper)
    q[:, :3] = 0.0

    def name(part, number):
        part = {"little": "pinky"}.get(part, part)
        if style == "mixamo":
            return f"mixamorig:{side.title()}Hand" + (f"{part.title()}{number}" if number else "")
        if style == "unreal":
            return f"{part.lower()}_{number:02d}_{side[0]}" if number else f"hand_{side[0]}"
        prefix = "" if part == "thumb" else "f_"
        return (
            f"{prefix}{part}.{number:02d}.{side[0].upper()}"
            if number
            else f"hand.{side[0].upper()}"
        )

    path = tmp_path / "shot.bvh"
    path.write_text(full_hand(hand, q, name))
    result = import_motion(path, smooth_hz=0)
    report = result.report
    assert report["side"] == side and report["residual_mm_median"] < 0.1
    assert report["notes"] == [f"unit taken as cm: the hand is {report_length(report)} mm long"]
    assert np.degrees(np.abs(result.clip.hands[0].q - q).max()) < 1.0
    assert result.clip.time[1] == pytest.approx(0.02)


def report_length(report):
    return report["notes"][0].split()[-3]


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (lambda t: "", "empty"),
        (lambda t: t[:300], "damaged|unexpected word"),
        (lambda t: t.replace("Index", "Toe"), "name of a finger"),
        (lambda t: t.replace("Frame Time: 0.05", "Frame Time: 0"), "frame time is 0"),
        (lambda t: t.replace("Frames: 2", "Frames: 99999999"), "99999999 frames"),
        (lambda t: t.replace("5 6 7 10", "5 6"), "numbers, expected"),
        (lambda t: t, "middle finger"),
    ],
)
def test_bad_files_are_one_line(tmp_path, change, word):
    path = tmp_path / "bad.bvh"
    path.write_text(change(SMALL))
    with pytest.raises((FileError, InputError), match=word) as caught:
        import_motion(path)
    assert "\n" not in str(caught.value) and "bad.bvh" in str(caught.value)
