"""Samples from clips and recordings, and the figures of the glove recordings."""

from dataclasses import replace

import numpy as np
import pytest

from prehensile.errors import FileError, InputError
from prehensile.motion.contacts import ContactTrack
from prehensile.synergy.posture import posture_basis
from prehensile.synergy.posture_samples import postures_of, read_clips


def test_every_frame_of_every_hand_is_a_sample(hand_clip) -> None:
    found = postures_of([hand_clip, hand_clip])
    assert found.q.shape == (4 * 9, 23) and len(found.takes) == 4
    assert np.array_equal(found.of_takes([1]), hand_clip.hands[1].q)
    assert np.array_equal(found.q, np.concatenate([h.q for h in hand_clip.hands] * 2))


def test_a_saved_clip_is_read_as_it_is(hand_clip, tmp_path) -> None:
    (clip,) = read_clips(hand_clip.save(tmp_path / "c.npz"))
    assert np.array_equal(postures_of([clip]).q, postures_of([hand_clip]).q)


def test_clips_without_hands_or_with_other_joints_are_refused(hand_clip) -> None:
    none = replace(
        hand_clip, hands=(), contacts=ContactTrack.empty(9),
        finger_force=np.zeros((9, 0, 5)), palm_force=np.zeros((9, 0)),
    )  # fmt: skip
    with pytest.raises(InputError, match="no hand"):
        postures_of([none])
    track = hand_clip.hands[1]
    fewer = replace(track, joint_names=track.joint_names[:9], q=track.q[:, :9])
    with pytest.raises(InputError, match="other joints"):
        postures_of([replace(hand_clip, hands=(hand_clip.hands[0], fewer))])


def test_no_file_is_said_in_one_line(tmp_path) -> None:
    with pytest.raises(FileError, match="No such file"):
        read_clips(tmp_path / "none.npz")


def test_a_basis_of_the_first_glove_recordings_knows_the_others(reference_data) -> None:
    """25 takes; two axes carry 82 % and five 92 % of our hand's angles, cut at its limits."""
    found = postures_of(read_clips(reference_data("motion", "dapg_door", "door_demos.npz")))
    assert len(found.takes) == 25 and len(found.q) == 6729
    ratio = posture_basis(found.q).variance_ratio
    s = np.linalg.svd(found.q[:, 3:] - found.q[:, 3:].mean(axis=0), compute_uv=False) ** 2
    assert ratio[:5] == pytest.approx(s[:5] / s.sum())
    assert ratio[:2].sum() > 0.8 and ratio[:5].sum() > 0.9
    seen = posture_basis(found.of_takes(range(20)), components=5)
    assert seen.explained(found.of_takes(range(20, 25)))[-1] > 0.85
