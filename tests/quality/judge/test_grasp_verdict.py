"""The line on a grasp: yes with its numbers, no with what it cannot resist."""

import numpy as np
import pytest
from tests.quality.judge.test_grasp_track import TIME, pinched

from prehensile.quality.judge.grasp_track import grasp_track
from prehensile.quality.judge.grasp_verdict import grasp_verdict, weakest_words


@pytest.fixture
def track():
    still = np.tile([0.0, 0, 0.3, 1, 0, 0, 0], (len(TIME), 1))
    return grasp_track(pinched(still, np.linspace(0, 10, len(TIME))), "ball")


def test_a_pinch_is_weakest_against_spinning(track):
    found = grasp_verdict(track, 10)
    assert found.ok and found.reason == ""
    assert found.line.startswith("closed: yes (at 1.00 s: 2 contacts press with 20.0 N, 9.8 N")
    assert "weakest against a turn about" in found.line and found.line.endswith("x)")
    assert found.figures["smallest grip"].value == pytest.approx(9.81)


def test_nothing_that_presses_is_said(track):
    found = grasp_verdict(track, 0)
    assert not found.ok
    assert found.line == "closed: no (nothing presses on ball at 0.00 s)"


def test_an_open_grasp_names_what_it_cannot_resist(track):
    lame = track._replace(closed=np.zeros(len(TIME), bool))
    line = grasp_verdict(lame, 5).line
    assert line.startswith("closed: no (2 contacts at 0.50 s cannot resist a turn about")


@pytest.mark.parametrize(
    ("wrench", "words"),
    [
        ([0, 0, -1, 0, 0, 0], "a push along −z"),
        ([0.1, 0, 0, 0, 0.9, 0], "a turn about +y"),
        ([1, -1, 0, 0, 0, 0], "a push along (0.7, −0.7, 0.0)"),
    ],
)
def test_directions_in_words(wrench, words):
    assert weakest_words(np.array(wrench, float)) == words
