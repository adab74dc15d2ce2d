"""BVHs read back: in any channel order, with sizes measured or given; damage is one line."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from prehensile.errors import FileError
from prehensile.hand.spec import HandSpec
from prehensile.motion.clip import Clip
from prehensile.motion.clip_files import read_bvh
from prehensile.motion.tracked_hand import hand_of


def test_sizes_are_measured_unless_a_hand_is_given(even, written):
    measured = read_bvh.load(written)
    for mine, theirs in zip(measured.hands, even.hands, strict=True):
        assert hand_of(mine).length == pytest.approx(hand_of(theirs).length, abs=1e-6)
    other = HandSpec.at_percentile(50, "right").build()
    given = read_bvh.load(written, other)
    assert hand_of(given.hands[0]).spec == other.spec
    assert not given.bodies and not given.finger_force.any()


def test_another_channel_order_is_understood(even, written, tmp_path):
    """Blender writes its own: here ZXY, with the angles that SciPy finds for it."""
    text = written.read_text().replace(
        "CHANNELS 3 Xrotation Yrotation Zrotation", "CHANNELS 3 Zrotation Xrotation Yrotation"
    )
    head, motion = text.split("Frame Time: ")
    step, *rows = motion.strip().split("\n")
    table = np.array([row.split() for row in rows], float)
    width = 6 + 3 * 20  # a hand: its root and 20 joints that are not tips
    for start in range(0, table.shape[1], width):
        for k in range(start + 6, start + width, 3):
            turn = Rotation.from_euler("XYZ", table[:, k : k + 3], degrees=True)
            table[:, k : k + 3] = turn.as_euler("ZXY", degrees=True)
    path = tmp_path / "zxy.bvh"
    lines = "\n".join(" ".join(f"{v:.9g}" for v in row) for row in table)
    path.write_text(f"{head}Frame Time: {step}\n{lines}\n")
    read = Clip.load(path)
    assert np.abs(read.hands[1].q - even.hands[1].q).max() < 1e-4


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (lambda t: "", "empty"),
        (lambda t: "\n", "HIERARCHY"),
        (lambda t: t[: t.index("MOTION")], "frames"),
        (lambda t: t[: 3 * len(t) // 4], "numbers"),
        (lambda t: t.replace("Frames: ", "Frames: 9999"), "frames"),
        (lambda t: t.replace("Frame Time: 0", "Frame Time: -0"), "frame time"),
        (lambda t: t.replace("thumb-metacarpal", "thumb-thing"), "thumb-metacarpal"),
        (lambda t: t.replace("Xrotation", "Wrotation"), "Wrotation"),
        (lambda t: t.replace("OFFSET 0 0 0", "OFFSET 0 0 x"), "damaged"),
        (lambda t: "HIERARCHY ROOT a { " + "JOINT b { " * 500, "levels"),
        (lambda t: t + " nan", "numbers"),
    ],
)
def test_damage_is_one_line(written, tmp_path, change, word):
    path = tmp_path / "bad.bvh"
    path.write_text(change(written.read_text()))
    with pytest.raises(FileError, match=word) as caught:
        read_bvh.load(path)
    assert "\n" not in str(caught.value) and "bad.bvh" in str(caught.value)


def test_a_missing_file_is_one_line(tmp_path):
    with pytest.raises(FileError, match="No such file"):
        read_bvh.load(tmp_path / "absent.bvh")
