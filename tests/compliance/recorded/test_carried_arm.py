"""A hand that waves while an arm carries it."""

from dataclasses import replace

import numpy as np
import pytest
from tests.compliance.recorded.marker_session import Marked, marked

from prehensile.compliance.recorded.carried_arm import carried_way, stilled
from prehensile.compliance.recorded.marker_motion import marker_motion
from prehensile.hand.segments import PALM
from prehensile.motion.minimum_jerk import minimum_jerk


@pytest.fixture(scope="module")
def made() -> Marked:
    return marked()


def way_of(time: np.ndarray) -> np.ndarray:
    """4 cm up within 0.7 s, and to the side."""
    return minimum_jerk(np.clip((time - 8) / 0.7, 0, 1))[0][:, None] * [0.01, -0.02, 0.04]


def test_the_way_is_found_again(made) -> None:
    way = way_of(made.stream.time)
    carried = replace(made.stream, values=made.stream.values + way[:, None])
    found = carried_way(carried, made.glued)
    assert found is not None
    assert np.abs(found - way).max() < 1e-3
    # one marker of the palm hidden for a while changes little
    palm = [k for k, name in enumerate(carried.channels) if made.glued[name].segment == PALM]
    values = carried.values.copy()
    values[300:330, palm[0]] = np.nan
    hidden = carried_way(replace(carried, values=values), made.glued)
    assert hidden is not None and np.abs(hidden - way).max() < 1.5e-3


def test_angles_are_those_of_a_hand_held_still(made) -> None:
    way = way_of(made.stream.time)
    carried = replace(made.stream, values=made.stream.values + way[:, None])
    found = carried_way(carried, made.glued)
    assert found is not None
    q = [
        marker_motion(stream, made.hand, made.glued, {"index"}).q[:, made.chain.columns]
        for stream in (made.stream, stilled(carried, found), carried)
    ]
    assert np.isfinite(q[1]).all(1).mean() > 0.99 > 0.9 > np.isfinite(q[2]).all(1).mean()
    assert np.nanmedian(np.abs(q[1] - q[0])) < np.radians(0.5)


def test_an_arm_that_is_held_has_no_way(made) -> None:
    assert carried_way(made.stream, made.glued) is None
    assert carried_way(made.stream, {}) is None
    nothing = replace(made.stream, values=np.full_like(made.stream.values, np.nan))
    assert carried_way(nothing, made.glued) is None
