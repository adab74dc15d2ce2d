from pathlib import Path

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.forks.mechanism.clip import mechanism_clip
from prehensile.forks.models.shipped import robot_arm
from prehensile.forks.reduced.model import reduce
from prehensile.forks.reduced.simulation import ReducedSimulation
from prehensile.motion.clip import Clip


def test_a_run_becomes_a_clip_that_reads_back(tmp_path: Path) -> None:
    mechanism = robot_arm()
    simulation = ReducedSimulation(reduce(mechanism))
    poses = []
    for _ in range(5):
        poses.append(simulation.poses)
        simulation.step(np.array([[30.0, 0, 0, 0, 0, 0]]), 10)
    clip = mechanism_clip(mechanism, np.arange(5) / 24, np.stack(poses), {"seed": 0})
    assert len(clip.bodies) == 21 and clip.meta["mechanism"] == "arm"
    assert np.allclose(clip.body("link20").pose[4, :3], poses[4][20, :3, 3])
    back = Clip.load(clip.save(tmp_path / "arm.npz"))
    assert clip.allclose(back)


def test_poses_of_something_else_are_refused() -> None:
    with pytest.raises(InputError, match="link poses"):
        mechanism_clip(robot_arm(), np.zeros(1), np.zeros((1, 3, 4, 4)))
