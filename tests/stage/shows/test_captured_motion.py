"""What the scene plays: the shipped grasp, or a clip of one's own."""

from dataclasses import replace

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.hand.compliance import HandCompliance
from prehensile.stage.scene import SceneOptions
from prehensile.stage.shows.captured_motion import captured_motion
from prehensile.synthesis.captured.box_grasp import box_grasp, box_hand
from prehensile.synthesis.clip_reference import clip_hand
from prehensile.synthesis.clips.assumed import assumed_compliance
from prehensile.synthesis.play.playing import RATE_HZ


def test_the_shipped_grasp_comes_with_its_subjects_joints():
    motion = captured_motion(SceneOptions())
    np.testing.assert_array_equal(motion.compliance, box_hand().of(motion.hand))
    assert len(motion.references) == pytest.approx(RATE_HZ * box_grasp().duration, abs=2)
    assert 0 < motion.held < len(motion.references) - 1 and motion.rise > 0.03


def test_a_clip_of_ones_own_has_assumed_joints_or_those_given(tmp_path):
    path = box_grasp().save(tmp_path / "mine.npz")
    hand = clip_hand(box_grasp())
    own = captured_motion(SceneOptions(clip=path))
    np.testing.assert_allclose(own.compliance, assumed_compliance(hand).of(hand))
    stiff = HandCompliance.assumed(hand, np.full(hand.dof, 0.1))
    given = captured_motion(SceneOptions(clip=path, compliance=stiff))
    assert np.diag(given.compliance)[:-3] == pytest.approx(0.1)


def test_a_compliance_of_the_other_hand_is_refused():
    with pytest.raises(InputError):
        captured_motion(SceneOptions(compliance=replace(box_hand(), side="left")))


def test_a_clip_without_a_hand_is_refused(tmp_path):
    path = replace(
        box_grasp(), hands=(), finger_force=np.zeros((box_grasp().n_frames, 0, 5)),
        palm_force=np.zeros((box_grasp().n_frames, 0)),
    ).save(tmp_path / "none.npz")  # fmt: skip
    with pytest.raises(InputError, match="no hand"):
        captured_motion(SceneOptions(clip=path))
