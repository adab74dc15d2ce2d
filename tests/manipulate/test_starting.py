from dataclasses import replace

import numpy as np
import pytest
from tests.manipulate.test_evaluate import TASK

from prehensile.errors import InputError, UnknownNameError
from prehensile.manipulate.starting import start_in, world_at
from prehensile.manipulate.tasks.ball import BallTask


def test_a_world_begins_in_a_start():
    start = TASK.starts(1, np.random.default_rng(1))
    seen = world_at(TASK, start).observe()
    np.testing.assert_allclose(seen.q, start.q[0], atol=1e-12)
    assert float(seen.hinges["dial"]) == pytest.approx(float(start.thing[0, 0]))


def test_a_hand_inside_the_thing_or_in_itself_is_refused():
    start = start_in(TASK, "power_sphere")
    with pytest.raises(InputError, match=r"begins \d+\.\d mm inside the dial"):
        world_at(TASK, start)
    fist = replace(start, q=np.where(start.q == 0, 0.0, 1.5))
    with pytest.raises(InputError, match="mm inside"):
        world_at(TASK, fist)
    with pytest.raises(UnknownNameError, match="pose"):
        start_in(TASK, "power_spher")


def test_a_ball_inside_the_palm_is_refused():
    ball = BallTask()
    q = np.zeros((1, ball.hand.dof))
    inside = np.array([[0.085, 0.0, -0.02, 1.0, 0.0, 0.0, 0.0]])
    start = replace(
        TASK.starts(1, np.random.default_rng(0)), q=q, qd=q, thing=inside, rate=np.zeros((1, 6)),
        goal=inside,
    )  # fmt: skip
    with pytest.raises(InputError, match="inside the ball"):
        world_at(ball, start)
