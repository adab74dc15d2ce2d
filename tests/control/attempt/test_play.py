import numpy as np
import pytest

from prehensile.control.attempt.play import Play, Script
from prehensile.control.live.stand import Stand
from prehensile.hand.hand import Hand
from prehensile.world.catalogue import load_object
from prehensile.world.command import Command

AWAY = np.array([0.0, -0.5, 0.4, 1, 0, 0, 0])


class Counted(Script):
    """Keeps still, and says that it holds and has finished after so many steps."""

    def __init__(self, holds: int, ends: int):
        self._holds, self._ends, self.seen = holds, ends, []

    @property
    def holding(self):
        return np.bool_(len(self.seen) >= self._holds)

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


def play(thing: str, holds: int, ends: int) -> Play[Counted]:
    return Play(Stand(load_object(thing), Hand(), AWAY), Counted(holds, ends))


def test_it_asks_its_script_once_a_step_until_it_is_finished():
    scene = play("ball", 99, 5)
    frames = []
    while not scene.finished:
        frames.append(scene.step())
    h = scene.world.timestep
    np.testing.assert_allclose(scene.controller.seen, h * np.arange(5), atol=1e-12)
    np.testing.assert_allclose([f.time for f in frames], h * np.arange(5), atol=1e-12)
    assert scene.world.time == pytest.approx(5 * h)
    assert scene.finished is True  # a plain bool, whatever the script says


def test_the_stand_lets_go_in_the_step_in_which_the_script_holds():
    scene = play("ball", 3, 9)
    aided = ["ball" in scene.step().aided for _ in range(6)]
    assert aided == [True, True, False, False, False, False]
    assert scene.released_at == pytest.approx(2 * scene.world.timestep)


def test_a_pull_lifts_what_the_stand_has_let_go_of_and_nothing_else():
    rose = []
    for holds in (1, 99):
        scene = play("ball", holds, 99)
        begun = scene.world.object_pose("ball")[2]
        scene.step()
        above = scene.world.object_pose("ball")[:3] + 0.1 * np.eye(3)[2]
        scene.world.pull("ball", np.zeros(3), above)
        for _ in range(40):
            scene.step()
        rose.append(scene.world.object_pose("ball")[2] - begun)
    assert rose[0] > 0.02
    assert abs(rose[1]) < 0.01


def test_what_is_mounted_is_never_released():
    scene = play("dial", 1, 9)
    for _ in range(3):
        scene.step()
    assert scene.released_at is None


def test_a_script_without_a_timetable_is_none():
    class Silent(Script):
        holding = finished = True

        def reset(self, obs):
            pass

        def act(self, obs):
            raise AssertionError

    with pytest.raises(TypeError, match="spans"):
        Silent()  # type: ignore[abstract]
