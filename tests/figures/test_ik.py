"""The figures of `prehensile figures ik`: drawn, not blank, and true to their equations."""

import numpy as np
import pytest

from prehensile.figures import _keypoint_plot, ik
from prehensile.figures._anchor_plots import FIGURE_4_MM, cosine
from prehensile.figures._published import LAMBDA, OVER_PI
from prehensile.hand.hand import Hand
from prehensile.kinematics.fit.keypoints import fit_keypoints, hand_keypoints

NAMES = ["ik_figure_4.png", "ik_figure_7.png", "ik_figure_8.png", "ik_figure_9.png"]


@pytest.fixture
def few(monkeypatch):
    monkeypatch.setattr(ik, "POPULATION", (20, 10))


def assert_drawn(path):
    image = pytest.importorskip("matplotlib.image").imread(path)[..., :3]
    assert min(image.shape[:2]) > 300
    inked = (np.abs(image - image[0, 0]) > 0.1).any(-1)
    assert 0.01 < inked.mean() < 0.9
    assert inked[:, : image.shape[1] // 2].any() and inked[:, image.shape[1] // 2 :].any()


@pytest.mark.long
def test_the_papers_figures(few, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("PREHENSILE_DATA", str(tmp_path / "absent"))
    paths = ik.draw(tmp_path)
    assert [path.name for path in paths] == NAMES
    for path in paths:
        assert_drawn(path)
    assert "PREHENSILE_DATA" in capsys.readouterr().err


@pytest.mark.long
def test_a_hand_over_its_keypoints(drawing, tmp_path, rng, monkeypatch):
    monkeypatch.setattr(_keypoint_plot, "OPENNESS", (0.9, 0.1))
    hand = Hand()
    q = rng.uniform(0.2, 0.8, (12, 1)) * hand.upper
    q[:, :3] = 0.0
    clip = _keypoint_plot.Recording("made up", hand_keypoints(hand, q), "mediapipe", "palm")
    assert_drawn(_keypoint_plot.draw_keypoints([clip], tmp_path / "keypoints.png"))


def test_frames_run_from_open_to_closed():
    hand = Hand()
    share = np.array([0.5, 0.1, 0.9, 0.3, 0.7])
    q = share[:, None] * hand.upper
    q[:, :3] = 0.0
    fit = fit_keypoints(hand_keypoints(hand, q), hand=hand)
    frames = _keypoint_plot.telling_frames(fit)
    assert frames[0] == 1
    assert (np.diff(share[frames]) > 0).all()


def test_the_recordings_are_there(reference_data):
    reference_data("motion", "landmarks")
    landmarks, leap = _keypoint_plot.recordings()
    assert landmarks.points.shape[1:] == (21, 3)
    assert leap.points.shape[1:] == (20, 3)
    assert np.ptp(leap.points, axis=1).max() < 0.4, "metres"


def test_the_cosine_passes_through_its_anchor():
    bones = 1e-3 * np.array(FIGURE_4_MM)
    theta = 0.6 * np.pi
    # (5) written out, not through our own forward kinematics
    a, b, c = FIGURE_4_MM
    square = a * a + b * b + c * c + 2 * (
        a * b * np.cos(theta) + a * c * np.cos(5 / 3 * theta) + b * c * np.cos(2 / 3 * theta)
    )  # fmt: skip
    assert cosine(bones, np.pi, np.array(theta)) == pytest.approx(np.sqrt(square))
    assert cosine(bones, np.pi, np.array(0.0)) == pytest.approx(a + b + c)


def test_published_ratios_over_all_fingers():
    """Its text: from 0.026 to 0.13, at most almost 0.4."""
    assert LAMBDA.all_fingers[0][0] == pytest.approx(0.026, abs=6e-4)
    assert LAMBDA.all_fingers[-1][0] == pytest.approx(0.13, abs=3e-3)
    assert max(most for _, _, most in LAMBDA.all_fingers) == 0.392
    assert len(LAMBDA.all_fingers) == len(OVER_PI)
