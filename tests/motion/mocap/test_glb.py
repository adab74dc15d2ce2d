"""GLBs as recordings: what the file knows of itself goes into the report."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.motion.clip import Clip
from prehensile.motion.mocap import glb
from prehensile.motion.mocap.options import Options
from prehensile.motion.mocap.read import import_motion

FOUND = {
    "residual_mm_median": 1.5,
    "residual_mm_p95": 4.0,
    "residual_mm_by_point": {"wrist": 0.5},
    "lost": 3,
    "layout": "webxr",
}


def _read(monkeypatch: pytest.MonkeyPatch, clip: Clip):
    monkeypatch.setattr(Clip, "load", lambda path: clip)
    return glb.import_file(Path("any.glb"), Options())


def test_joint_positions_bring_their_residuals(monkeypatch, hand_clip):
    clip = replace(hand_clip, meta={"keypoints": FOUND})
    result = _read(monkeypatch, clip)
    assert result.report == {
        "format": "glb (joint positions)",
        "side": "right",
        "unmapped": [],
        "filled_frames": 0,
        "lost_frames": 3,
        **{name: FOUND[name] for name in FOUND if name.startswith("residual")},
    }
    assert result.clip.hands is clip.hands and result.clip.meta["keypoints"] == FOUND


def test_a_clip_without_hands_is_refused(monkeypatch, hand_clip):
    frames = hand_clip.n_frames
    empty = replace(
        hand_clip, hands=(), finger_force=np.zeros((frames, 0, 5)), palm_force=np.zeros((frames, 0))
    )
    with pytest.raises(InputError, match="it has no hand"):
        _read(monkeypatch, empty)


@pytest.mark.long
def test_a_clip_of_ours_comes_as_it_was_saved(hand_clip, tmp_path):
    path = hand_clip.resample(60).save(tmp_path / "clip.glb")
    result = import_motion(path)
    assert result.report["format"] == "glb" and result.residual is None
    assert result.clip.allclose(Clip.load(path))
