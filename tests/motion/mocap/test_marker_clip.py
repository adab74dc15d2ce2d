"""Markers glued to a hand that the test moved: what comes back, and what is refused."""

import numpy as np
import pytest
from tests.motion.marked_hand import NAMES, MarkedHand

from prehensile.errors import InputError
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.motion.mocap.marker_clip import clip_from_markers, imported_markers
from prehensile.motion.mocap.markers import MarkerRecording
from prehensile.motion.mocap.options import Options

RATE = 50.0


@pytest.fixture(scope="module")
def marked():
    return MarkedHand(frames=30)


def recording(points, names=NAMES):
    return MarkerRecording(names, points, RATE)


@pytest.mark.long
def test_a_hand_of_known_sizes_is_found_where_it_was(marked):
    """Y up in the recording, and a marker that is hidden for good from a frame on."""
    points = marked.points[..., [0, 2, 1]] * [1, 1, -1]
    points[12:, NAMES.index("ring_tip")] = np.nan
    options = Options(up="y", hand=marked.hand, longest_gap=0.1)
    found = imported_markers(recording(points), options)
    track = found.clip.hands[0]
    true = segment_transforms(marked.hand, marked.q, marked.T)
    ours = segment_transforms(marked.hand, track.q, se3.from_pose7(track.T_world_forearm))
    for segment in ("wrist", "index-finger-phalanx-distal", "thumb-phalanx-distal"):
        off = np.linalg.norm(ours[segment][:, :3, 3] - true[segment][:, :3, 3], axis=1)
        # Markers are glued on some millimetres off where their names say.
        assert np.median(off) < 4e-3, segment
    report = found.report
    assert report["side"] == "right" and report["unmapped"] == []
    assert report["long_gaps"] == [["ring_tip", 12 / RATE, len(points) / RATE]]
    assert report["lost_frames"] == 0 and report["residual_mm_median"] < 0.5
    assert np.isnan(found.residual[12:, NAMES.index("ring_tip")]).all(), "not seen, not measured"
    np.testing.assert_allclose(found.clip.time, np.arange(len(points)) / RATE)


def test_exchanged_labels_are_named_with_the_frame(marked):
    with pytest.raises(InputError, match="index_tip and ring_tip are exchanged from frame 14 on"):
        clip_from_markers(recording(marked.swapped("index_tip", "ring_tip", 14)))


def test_names_that_say_nothing_are_shown_and_the_way_out_with_them(marked):
    with pytest.raises(
        InputError, match=r"none of the 13 markers .* \(U_0, .*, U_7, …\).*--markers"
    ):
        clip_from_markers(recording(marked.points, tuple(f"U_{k}" for k in range(len(NAMES)))))


def test_a_palm_that_is_never_seen_is_refused(marked):
    points = marked.points.copy()
    points[:, 2:] = np.nan
    with pytest.raises(InputError, match="no frame shows enough markers to place the palm"):
        clip_from_markers(recording(points))
