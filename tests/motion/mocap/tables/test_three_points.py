import numpy as np
import pytest
from tests.motion.marker_tables import plain

from prehensile.hand.corpus import corpus
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.fit.keypoints import hand_keypoints
from prehensile.lie import se3
from prehensile.motion.mocap.read import import_motion
from prehensile.motion.mocap.tables.three_points import three_points

NAMES = ("wrist", "thumb_tip", "index_tip")
FRAMES = 30


def reach(side="right"):
    """A pinch that opens and closes on its way: wrist, thumb and index tips (T, 3, 3) [m]."""
    hand = HandSpec.mean(side).build()
    wave = np.sin(np.linspace(0, np.pi, FRAMES))[:, None]
    q = corpus()["tip_pinch"].q + wave * (corpus()["neutral"].q - corpus()["tip_pinch"].q)
    T = se3.exp(np.linspace(0, 1, FRAMES)[:, None] * [0.3, 0.1, 0.2, 0.2, 0.4, -0.3])
    return hand_keypoints(hand, q, T, "mediapipe")[:, [0, 4, 8]], q, T


@pytest.mark.parametrize(("unit", "name"), [(1e3, "mm"), (100.0, "cm"), (1.0, "m")])
def test_opening_and_place_are_those_measured_in_any_unit(tmp_path, unit, name):
    points, q, T = reach()
    (tmp_path / "reach.csv").write_text(plain(NAMES, points, unit))
    found = import_motion(tmp_path / "reach.csv", smooth_hz=0)
    assert found.report["residual_mm_p95"] < 2.0
    notes = " | ".join(found.report["notes"])
    assert "wrist, thumb and index only" in notes and f"taken as {name}:" in notes
    assert "right hand" in notes
    np.testing.assert_allclose(found.clip.hands[0].T_world_forearm[:, :3], T[:, :3, 3], atol=3e-3)
    # The index finger's middle joint opens and closes as the one that was recorded.
    column = found.clip.hands[0].joint_names.index("index_pip_flex")
    assert np.corrcoef(found.clip.hands[0].q[:, column], q[:, column])[0, 1] > 0.95


def test_side_and_gaps(tmp_path):
    points, _, _ = reach("left")
    points[10:13, 1] = np.nan
    text = plain(tuple(f"left_{n}" for n in NAMES), points).replace("nan", "")
    (tmp_path / "reach.csv").write_text(text)
    found = import_motion(tmp_path / "reach.csv")
    assert found.report["side"] == "left" and found.report["filled_frames"] > 0
    assert len(found.report["notes"]) == 2


def test_more_markers_are_more_than_three_points():
    assert three_points(NAMES) == dict(zip(("wrist", "thumb", "index"), NAMES, strict=True))
    assert three_points((*NAMES, "object")) is not None
    assert three_points((*NAMES, "middle_tip")) is None
    assert three_points((*NAMES, "index_pip")) is None
    assert three_points(NAMES[:2]) is None
