"""One wrench: closed forms in both metrics, and grasps that can do this and nothing else."""

import numpy as np
import pytest

from prehensile.bench.quality.closed_forms import tripod_on_ball
from prehensile.errors import InputError
from prehensile.quality.measure.contact_wrenches import contact_wrenches
from prehensile.quality.measure.partial_closure import partial_closure


def test_one_finger_pushes_and_does_not_pull():
    push = contact_wrenches([[-1.0, 0, 0]], [[1.0, 0, 0]], 0.5, np.zeros(3), 1.0)
    ahead = partial_closure(push, [2.0, 0, 0, 0, 0, 0])
    assert ahead.closed and ahead.by_sum == ahead.by_largest == pytest.approx(0.5)
    back = partial_closure(push, [-1.0, 0, 0, 0, 0, 0])
    assert not back.closed and back.by_sum == back.by_largest == 0


def test_three_fingers_lift_with_friction():
    found = partial_closure(tripod_on_ball(0.5, 1.0), [0, 0, 1, 0, 0, 0])
    assert (found.by_sum, found.by_largest) == pytest.approx((0.5, 1.5))


@pytest.mark.parametrize("task", [np.zeros(6), np.full(6, np.nan), np.ones(3)])
def test_a_task_that_is_none_is_refused(task):
    with pytest.raises(InputError, match="task wrench"):
        partial_closure(tripod_on_ball(0.5, 1.0), task)
