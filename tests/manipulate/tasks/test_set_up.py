"""What all tasks are made of."""

import numpy as np
import pytest

from prehensile.hand.spec import HandSpec
from prehensile.lie import so3
from prehensile.manipulate.tasks.ball import BallTask
from prehensile.manipulate.tasks.dial import DialTask


@pytest.mark.parametrize("kind", [BallTask, DialTask])
def test_its_parts_follow_from_its_numbers(kind):
    task = kind(HandSpec.at_percentile(5, "right").build())
    assert task.layout.blocks[0].columns == len(task.hand.joint_names)
    assert task.layout.blocks[-1].weight == task.configuration.turn_weight
    assert len(task.examples) == len(task.configuration.sequences)
    reach = np.linalg.norm(task.thing.vertices - task.touched.origin, axis=1)
    assert task.touched.length == pytest.approx(reach.max())
    hand, thing = task.scene()
    assert thing.name == task.touched.thing
    np.testing.assert_array_equal(hand.forearm, task.forearm)
    np.testing.assert_allclose(np.linalg.norm(task.forearm[3:]), 1)


def test_the_palm_is_turned_upwards_for_the_ball():
    task = BallTask()
    np.testing.assert_allclose(so3.from_quat(task.forearm[3:]), task.R, atol=1e-12)
    np.testing.assert_allclose(task.R @ [0, 0, 1], [0, 0, -1], atol=1e-12)
