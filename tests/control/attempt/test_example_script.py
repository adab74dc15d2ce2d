"""The timetable of a grasp like an example's."""

from itertools import pairwise

import numpy as np
import pytest

from prehensile.control.arm.carry import Shake, Straight, lift
from prehensile.control.attempt.example_script import PAUSE, Timetable
from prehensile.control.live.example import SQUEEZE_SECONDS

COME = Straight(np.eye(3)[0], 0.1, 1.0, "approach")


def test_everything_follows_on_what_was_before():
    carries = (lift(), Shake(np.eye(3)[1]))
    timetable = Timetable(COME, 0.7, carries, hold=3.0)
    names = [span.name for span in timetable.spans]
    assert names == ["approach", "close", "squeeze", "lift", "shake", "hold"]
    assert timetable.spans[0].begin == 0 and timetable.spans[-1].end == timetable.end
    for before, after in pairwise(timetable.spans):
        assert before.end == after.begin
    assert [carry for _, carry in timetable.legs] == [COME, *carries]


def test_the_arm_lifts_a_moment_after_the_hand_has_squeezed():
    timetable = Timetable(COME, 0.7, (lift(),), hold=1.0)
    assert timetable.closed_at == pytest.approx(1.0 + 0.7 + SQUEEZE_SECONDS)
    assert timetable.legs[-1][0] == timetable.lifts_at
    assert timetable.lifts_at - timetable.closed_at == pytest.approx(PAUSE)


def test_a_hand_that_is_there_does_not_come():
    timetable = Timetable(None, 0.7, (), hold=0.5)
    assert timetable.legs == [] and timetable.spans[0].name == "close"
