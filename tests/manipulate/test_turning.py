import numpy as np
import pytest
from tests.manipulate.test_evaluate import TASK, idle

from prehensile.errors import InputError
from prehensile.lie import so3
from prehensile.manipulate import turning
from prehensile.manipulate.learn.table import Table
from prehensile.manipulate.tasks.ball import BallTask


def test_goals_come_one_after_another(monkeypatch):
    limits = turning.LIMITS["dial"]
    monkeypatch.setitem(turning.LIMITS, "dial", type(limits)(0.2, 0.05, 0.05, held=0.1))
    start = TASK.starts(1, np.random.default_rng(0))
    found = turning.turn(idle(start), [[0.0, 0.0, 0.0], [0.0, 0.0, 2.0]], start=start)
    assert found.reached[1] is False and found.seconds[1] == pytest.approx(0.2)
    assert "dial" in {body.name for body in found.clip.bodies}
    assert found.clip.meta["goals"] == [[0.0, 0.0, 0.0], [0.0, 0.0, 2.0]]
    assert 0.1 < found.clip.duration < 0.45


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ([[1.0, 0.0, 0.0]], "own axis"),
        ([[0.0, 0.0, 63.0]], "ten turns"),
        ([[0.0, 0.0, np.nan]], "finite"),
        ([[1.0]], "shape"),
        (np.zeros((0, 3)), "no goal"),
    ],
)
def test_a_goal_outside_the_task_is_refused(goal, said):
    start = TASK.starts(1, np.random.default_rng(0))
    with pytest.raises(InputError, match=said):
        turning.turn(idle(start), goal, start=start)


def test_a_ball_begins_in_the_hand(monkeypatch):
    limits = turning.LIMITS["ball"]
    monkeypatch.setitem(
        turning.LIMITS, "ball", type(limits)(0.3, 0.3, distance=0.01, held=0.2, untouched=0.1)
    )
    task = BallTask()
    start = task.starts(1, np.random.default_rng(0))
    rest = task.poses.coordinates(start.q)
    lookup = Table(start, np.repeat(rest[:, None], 3, axis=1), np.zeros(1)).lookup(task)
    found = turning.turn(lookup, [[0.0, 0.0, 0.0], [0.0, 1.5, 0.0]], start=start)
    assert found.reached == (True, False)
    ball = next(body for body in found.clip.bodies if body.name == "ball")
    R = so3.from_quat(task.forearm[3:])
    place = R @ start.thing[0, :3] + task.forearm[:3]
    np.testing.assert_allclose(ball.pose[0, :3], place, atol=1e-9)
    assert np.linalg.norm(ball.pose[-1, :3] - place) < 0.01
    with pytest.raises(InputError, match="90 degrees"):
        turning.turn(lookup, [[0.0, 1.6, 0.0]], start=start)
