"""From a recording to a style: on a motion that is written down, so that all about it is known."""

from dataclasses import replace

import numpy as np
import pytest

from prehensile.control.example.fit_style import style_of_clip, style_of_recording
from prehensile.control.law.setpoints import GRIP, OPEN
from prehensile.errors import FileError, InputError
from prehensile.hand.bare_hand import bare_hand
from prehensile.hand.corpus import named_pose
from prehensile.hand.hand import Hand
from prehensile.hand.joints import WRIST_JOINTS
from prehensile.hand.parse import parse_hand

HAND = bare_hand(Hand())
DIGITS = np.array([name not in WRIST_JOINTS for name in HAND.joint_names])
WIDE, SHUT = np.clip(np.zeros(23), HAND.lower, HAND.upper), named_pose(HAND, "medium_wrap").q
REST = 0.5 * (WIDE + SHUT)
TIME = np.arange(0, 5, 1 / 60)


def shown() -> np.ndarray:
    """(T, dof) [rad]: at rest, wide, shut, wide, at rest; smoothly, and still for a while each."""
    knots = [0.0, 0.5, 1.2, 1.6, 2.3, 3.1, 3.8, 4.1, 4.7, 5.0]
    share = np.interp(TIME, knots, [0.5, 0.5, 0, 0, 1, 1, 0, 0, 0.5, 0.5])
    eased = 0.5 - 0.5 * np.cos(np.pi * share)
    return WIDE + eased[:, None] * (SHUT - WIDE)


@pytest.fixture(scope="module")
def clip(make_clip):
    return make_clip(HAND, TIME, shown())


@pytest.fixture(scope="module")
def style(clip):
    return style_of_clip(clip, HAND, "written", "by hand")


def test_it_opens_and_closes_as_far_as_the_recording(style):
    rest = style.setpoints.poses(style.neutral)[:, DIGITS]
    np.testing.assert_allclose(rest[GRIP], SHUT[DIGITS], atol=np.radians(6))
    moved = np.abs(SHUT - WIDE)[DIGITS]
    far = moved > 0.5
    assert (np.abs(rest[OPEN] - WIDE[DIGITS])[far] < 0.3 * moved[far]).all()
    assert (style.name, style.about) == ("written", "by hand")


def test_its_neutral_pose_is_the_mean_of_all_frames(style):
    np.testing.assert_allclose(style.neutral, shown().mean(axis=0), atol=np.radians(1))


def test_when_it_was_recorded_and_by_which_hand_does_not_matter(clip, style, make_clip):
    later = style_of_clip(replace(clip, time=clip.time + 100.0), HAND, "later")
    np.testing.assert_allclose(later.setpoints.angle, style.setpoints.angle, atol=1e-6)
    left = bare_hand(parse_hand("left").build())
    mirrored = style_of_clip(make_clip(left, TIME, shown()), left, "left")
    np.testing.assert_allclose(
        mirrored.setpoints.angle[:, DIGITS], style.setpoints.angle[:, DIGITS], atol=1e-2
    )


def test_a_file_gives_the_same_and_names_it(clip, style, tmp_path):
    again = style_of_recording(clip.save(tmp_path / "wrap.npz"))
    assert again.name == "wrap" and "wrap.npz" in again.about
    np.testing.assert_allclose(again.setpoints.angle, style.setpoints.angle, atol=1e-3)
    np.testing.assert_allclose(again.neutral, style.neutral, atol=1e-4)


def test_what_shows_no_grasp_of_one_hand_is_refused(clip, make_clip, tmp_path):
    still = make_clip(HAND, TIME, np.tile(REST, (len(TIME), 1)))
    with pytest.raises(InputError, match="shows no grasp"):
        style_of_clip(still, HAND, "still")
    other = replace(clip.hands[0], name="other")
    two = replace(
        clip,
        hands=(*clip.hands, other),
        finger_force=np.zeros((len(TIME), 2, 5)),
        palm_force=np.zeros((len(TIME), 2)),
    )
    with pytest.raises(InputError, match=r"two\.npz shows 2 hands"):
        style_of_recording(two.save(tmp_path / "two.npz"))
    with pytest.raises(FileError, match=r"none\.npz"):
        style_of_recording(tmp_path / "none.npz")
