import numpy as np
import pytest

from prehensile.control.attempt.play import Play, Script
from prehensile.control.live.stand import Stand
from prehensile.hand.hand import Hand
from prehensile.world.catalogue import load_object
from prehensile.world.command import Command

AWAY = np.array([0.0, -0.5, 0.4, 1, 0, 0, 0])


class Counted(Script):
    """Keeps still, and says that it has finished after so many steps."""

    def __init__(self, ends: int):
        self._ends, self.seen = ends, []

    @property
    def finished(self):
        return np.array(len(self.seen) >= self._ends)

    def spans(self):
        return [["still", 0.0, 1.0]]

    def reset(self, obs):
        self.seen = []

    def act(self, obs):
        self.seen.append(float(obs.time))
        return Command(q_ref=obs.q, stiffness=0 * obs.q + 1, damping=0 * obs.q + 0.1)


def play(thing: str, ends: int) -> Play[Counted]:
    return Play(Stand(load_object(thing), Hand(), AWAY), Counted(ends))


def test_it_asks_its_script_once_a_step_until_it_is_finished():
    scene = play("ball", 5)
    frames = []
    while not scene.finished:
        frames.append(scene.step())
    h = scene.world.timestep
    np.testing.assert_allclose(scene.controller.seen, h * np.arange(5), atol=1e-12)
    np.testing.assert_allclose([f.time for f in frames], h * np.arange(5), atol=1e-12)
    assert scene.world.time == pytest.approx(5 * h)
    assert scene.finished is True  # a plain bool, whatever the script says


def test_nothing_holds_the_object_but_what_it_rests_on():
    scene = play("ball", 99)
    begun = scene.world.object_pose("ball")[2]
    assert scene.step().aided == frozenset()
    above = scene.world.object_pose("ball")[:3] + 0.1 * np.eye(3)[2]
    scene.world.pull("ball", np.zeros(3), above)
    for _ in range(40):
        scene.step()
    assert scene.world.object_pose("ball")[2] - begun > 0.02


def test_a_script_without_a_timetable_is_none():
    class Silent(Script):
        finished = True

        def reset(self, obs):
            pass

        def act(self, obs):
            raise AssertionError

    with pytest.raises(TypeError, match="spans"):
        Silent()  # type: ignore[abstract]
