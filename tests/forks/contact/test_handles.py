"""What can be pulled, and what a pull is to each simulation."""

import numpy as np
import pytest

from prehensile.errors import UnknownNameError
from prehensile.lie import se3


def test_a_robot_is_held_by_its_feet_and_trunk_a_hand_by_its_tips_and_ball(scenes) -> None:
    robot, hand = (scenes[name].handles for name in ("hexapod", "hand"))
    assert len(robot.names) == 7 and robot.names[-1] == "trunk"
    assert len(hand.names) == 6 and hand.names[-1] == "ball"


def test_points_are_centres_of_mass(scenes) -> None:
    for scene in scenes.values():
        scene.simulation.reset()
        mechanism = scene.simulation.model.mechanism
        points = dict(zip(scene.handles.names, scene.handles.points(scene.poses), strict=True))
        row = mechanism.link_index(mechanism.effectors[0])
        right = se3.apply(scene.poses[row], mechanism.links[row].com)
        assert np.allclose(points[mechanism.effectors[0]], right)
        for body, T in zip(scene.simulation.bodies, scene.simulation.motion.T_bodies, strict=True):
            assert body.mass == 0 or np.allclose(points[body.name], T[:3, 3])


@pytest.mark.parametrize("name", ["hexapod", "hand"])
def test_both_simulations_are_given_the_same_forces(scenes, name: str, rng) -> None:
    scene = scenes[name]
    handles, links = scene.handles, len(scene.simulation.model.mechanism.links)
    forces = {handle: rng.normal(size=3) for handle in handles.names}
    pulls, loads = handles.pulls(forces), handles.loads(forces)
    rows = scene.simulation.model.linearisation.rows
    assert np.array_equal(loads[rows], pulls.wrench)
    assert np.array_equal(loads[links:], pulls.bodies)
    base = scene.simulation.model.mechanism.base
    assert np.array_equal(loads[base], pulls.base)
    assert np.allclose(loads.sum(axis=0)[:3], sum(forces.values()))


def test_what_cannot_be_pulled_is_named(scenes) -> None:
    with pytest.raises(UnknownNameError, match="tail"):
        scenes["hexapod"].handles.pulls({"tail": np.zeros(3)})
