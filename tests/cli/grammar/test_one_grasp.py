"""What a grasp is told in, whichever controller did it; the command is in ``test_grasp``."""

from types import SimpleNamespace

import numpy as np
import pytest

from prehensile.cli.grammar.one_grasp import _say, grip_of, managed
from prehensile.motion.verdict import Verdict


@pytest.fixture
def clip():
    meta = {"pose": "tripod", "grip": 5.0, "job": "turn", "rehearsed": 4, "played": 1}
    return SimpleNamespace(
        meta=meta,
        verdict=Verdict(True, "turned: yes", "", "", {}),
        finger_force=np.full((3, 1, 5), 1.0),
        palm_force=np.full((3, 1), 0.5),
        last_frame_of=lambda phase: 2,
    )


def test_the_grip_is_what_was_asked_and_what_it_came_to(clip):
    assert grip_of(clip) == "grip 5 N (5.5 N at the end)"


def test_an_example_has_a_strength_and_a_sequence_has_none(clip, capsys):
    _say(clip, None)
    clip.meta |= {"strength": 45.0}
    _say(clip, None)
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "4 ways rehearsed, 1 played"
    assert lines[3] == "4 ways rehearsed, 1 played; strength 45"


def test_a_clip_that_nobody_judged_is_not_managed(clip):
    assert managed(clip)
    clip.verdict = None
    assert not managed(clip)
