"""When a hand began to close, where it is known."""

import numpy as np
import pytest

from prehensile.capture.recording.recording import Touch
from prehensile.compliance.recorded.closing import closing_start, grasps
from prehensile.motion.minimum_jerk import minimum_jerk


@pytest.mark.parametrize("seconds", [0.5, 0.8, 1.2])
@pytest.mark.parametrize("seed", range(3))
def test_the_start_is_found_though_no_joint_alone_shows_it(seed, seconds):
    rng = np.random.default_rng(seed)
    time = np.arange(0, 3, 0.002)
    opening = 1 - minimum_jerk((time - 0.8) / 0.4)[0]
    closing = minimum_jerk((time - 1.4) / seconds)[0]
    way, way_back = rng.normal(size=(2, 20)) * 0.1
    q = opening[:, None] * way_back + closing[:, None] * way + 0.02 * rng.normal(size=(1500, 20))
    found = closing_start(time, q, 1.4 + 0.6 * seconds)
    assert found == pytest.approx(1.4 + 0.05 * seconds, abs=0.08)


def test_a_hand_that_was_not_seen_may_have_begun_at_any_time():
    time = np.arange(0, 3, 0.002)
    assert closing_start(time, np.full((1500, 4), np.nan), 2.0) == pytest.approx(0.7)


def test_fingers_that_hold_together_make_one_grasp():
    touches = [
        Touch("thumb", 1.0, 1.0, 3.0),
        Touch("index", 1.2, 1.2, 2.9),
        Touch("thumb", 5.0, 5.0, 6.0),
        Touch("index", 5.9, 5.9, 7.0),
        Touch("middle", 6.5, 6.5, 6.8),
    ]
    assert [len(one) for one in grasps(touches)] == [2, 3]
    assert grasps([]) == []
