"""What one example taught: kept in a file, read back, moved to other hands."""

import json

import numpy as np
import pytest

from prehensile.control.example.fit_style import style_of_clip
from prehensile.control.example.grasp_style import GraspStyle
from prehensile.control.example.style import RECORDED, load_style
from prehensile.errors import FileError, InputError, UnknownNameError
from prehensile.hand.hand import Hand
from prehensile.hand.parse import parse_hand
from prehensile.kinematics.forward import pad_positions

STYLE = load_style("leap_grab")


@pytest.mark.parametrize("name", RECORDED)
def test_shipped_styles_close_the_hand(name):
    hand = Hand()
    wide, grip = load_style(name).on(hand).poses(hand)
    gap = [np.linalg.norm(p[1:] - p[0], axis=1) for p, _ in
           (pad_positions(hand, wide), pad_positions(hand, grip))]  # fmt: skip
    assert gap[1].mean() < 0.7 * gap[0].mean()
    assert gap[1].min() < 0.02  # at least one finger meets the thumb
    assert load_style(name).about


def test_numbers_survive_a_file(tmp_path):
    path = tmp_path / "style.json"
    path.write_text(json.dumps(STYLE.to_json()))
    again = load_style(path)
    np.testing.assert_array_equal(again.setpoints.angle, STYLE.setpoints.angle)
    np.testing.assert_array_equal(again.setpoints.rate, STYLE.setpoints.rate)
    np.testing.assert_array_equal(again.neutral, STYLE.neutral)
    assert (again.name, again.about) == (STYLE.name, STYLE.about)


def test_a_style_fits_hands_of_other_sizes_and_sides():
    for words in ("left:p5", "right:p95"):
        hand = parse_hand(words).build()
        mine = STYLE.on(hand)
        assert mine.setpoints.joint_names == hand.joint_names
        for q in mine.poses(hand):
            assert (q >= hand.lower).all() and (q <= hand.upper).all()


def test_a_style_closes_as_its_example_did(played):
    """Made by known setpoints, so the closed pose of the recording is what the grip stands for."""
    style = style_of_clip(played.clip, played.hand, "wrap")
    shown = played.clip.hands[0].q[played.clip.time <= 3.0][-1]
    rest = style.setpoints.poses(style.neutral)[2]
    fingers = [n.endswith("pip_flex") for n in played.hand.joint_names]
    np.testing.assert_allclose(rest[fingers], shown[fingers], atol=np.radians(8))


def test_the_shipped_style_is_what_its_recording_gives(reference_data):
    again = load_style(reference_data("motion", "leap", "grab.npz"))
    ours = STYLE.setpoints.poses(STYLE.neutral)[1:3]
    theirs = again.setpoints.poses(again.neutral)[1:3]
    np.testing.assert_allclose(theirs, ours, atol=np.radians(10))


def test_unknown_names_are_refused_with_the_valid_ones():
    with pytest.raises(UnknownNameError, match="leap_grab"):
        load_style("leap_grap")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", FileError),
        ("not json", FileError),
        ("[1, 2]", FileError),
        ("{}", FileError),
        ('{"format": "prehensile grasp style", "name": "x"}', FileError),
    ],
)
def test_other_files_are_refused(tmp_path, text, error):
    path = tmp_path / "style.json"
    path.write_text(text)
    with pytest.raises(error):
        load_style(path)


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(FileError, match=r"style\.json"):
        load_style(tmp_path / "style.json")


def test_a_neutral_pose_of_another_length_is_refused():
    with pytest.raises(InputError, match="neutral"):
        GraspStyle.from_json(STYLE.to_json() | {"neutral": [0.0]})


def test_the_pinch_brings_thumb_and_index_together():
    hand = Hand()
    _, grip = load_style("leap_pinch").on(hand).poses(hand)
    pads, _ = pad_positions(hand, grip)
    apart = np.linalg.norm(pads[1:] - pads[0], axis=1)
    assert apart[0] < 0.01 < 0.03 < apart[1:].min()
