"""A pull among bodies, frame by frame."""

import numpy as np
import pytest

from prehensile.errors import InputError, SimulationError, UnknownNameError
from prehensile.forks.contact.run import pull_among_bodies


def test_a_run_pulls_and_lets_go(scenes) -> None:
    run = pull_among_bodies(scenes["hexapod"], "trunk", np.array([0, 30.0, 0]), 3.0)
    y = run.poses[:, 0, 1, 3] - run.poses[0, 0, 1, 3]
    assert len(run.time) == len(run.touch) == 181 and run.released == 1.5
    assert y[90] > 0.003 and abs(y[-1]) < 5e-4
    assert len(run.touch[0].foot) == 6


def test_the_hand_has_its_joint_angles_in_every_frame(scenes) -> None:
    scene = scenes["hand"]
    run = pull_among_bodies(scene, "ball", np.array([0, 0.5, 0]), 1.0)
    assert run.q.shape == (61, scene.hand.dof)
    assert np.abs(run.q[30] - run.q[0]).max() > 0.01
    assert run.poses.shape[1] == len(scene.simulation.model.mechanism.links) + 1


def test_what_cannot_run_is_refused(scenes) -> None:
    pull = np.array([0.0, 1, 0])
    with pytest.raises(UnknownNameError, match="tail"):
        pull_among_bodies(scenes["hexapod"], "tail", pull)
    with pytest.raises(InputError, match="a run of"):
        pull_among_bodies(scenes["hexapod"], "trunk", pull, 0.0)
    with pytest.raises(SimulationError, match="pull less"):
        pull_among_bodies(scenes["hexapod"], "trunk", 1e300 * pull, 0.5)
