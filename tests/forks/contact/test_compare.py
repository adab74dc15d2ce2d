"""The same pull, reduced and in MuJoCo."""

import numpy as np
import pytest

from prehensile.forks.contact.compare import compare_with_full


@pytest.mark.parametrize(("name", "worst"), [("hand", 0.03), ("hexapod", 0.02)])
def test_pulled_it_goes_where_mujoco_goes(scenes, name: str, worst: float) -> None:
    scene = scenes[name]
    found = compare_with_full(scene, scene.pulled, np.array(scene.pull))
    size = np.linalg.norm(found.full_moved)
    assert size > 0.004
    assert np.linalg.norm(found.moved - found.full_moved) < worst * size
    assert found.step_us > 0 and found.full_step_us > 0


def test_it_leaves_the_scene_as_it_was(scenes) -> None:
    scene = scenes["hexapod"]
    scene.simulation.reset()
    before = scene.poses
    found = compare_with_full(scene, "trunk", np.array([0.0, 30.0, 0]))
    assert np.array_equal(scene.poses, before)
    weight = 9.81 * scene.simulation.model.mechanism.mass.sum()
    assert found.normal_force.sum() == pytest.approx(weight, rel=0.05)  # the ground slopes gently
    assert found.moved[1] > 0.003
