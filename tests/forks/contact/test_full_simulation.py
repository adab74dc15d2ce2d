"""All of a contact scene in MuJoCo: where it begins, and what cannot be compared."""

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.forks.contact.full_simulation import FullContactSimulation
from prehensile.forks.contact.scenes import CONTACT_SCENES
from prehensile.forks.contact.simulation import ContactSimulation
from prehensile.forks.mechanism.joint import ball
from prehensile.forks.mechanism.link import rod
from prehensile.forks.mechanism.mechanism import Mechanism
from prehensile.forks.models.shipped import ground, ladder
from prehensile.forks.reduced.model import reduce


@pytest.mark.parametrize("name", CONTACT_SCENES)
def test_mujoco_begins_where_it_stands_and_stays(scenes, name: str) -> None:
    scene = scenes[name]
    scene.simulation.reset()
    full = FullContactSimulation(scene.simulation)
    assert np.allclose(full.poses, scene.poses, atol=2e-3)
    start = full.poses
    full.step(scene.handles.loads({}), 240, np.inf)
    assert np.abs(full.poses - start)[:, :3, 3].max() < 5e-4


def test_what_mujoco_cannot_compare_is_refused() -> None:
    with pytest.raises(InputError, match="loops"):
        FullContactSimulation(ContactSimulation(reduce(ladder(6)), [], []))


def test_a_ball_joint_is_refused_by_its_name() -> None:
    link = rod("rod", [0, 0, 0], [0, 0, 0.3], 0.02)
    joint = ball("shoulder", "base", "rod", [0, 0, 0], 5.0)
    mechanism = Mechanism("one", [ground(np.zeros(3)), link], [joint], "base", ["rod"])
    with pytest.raises(InputError, match="the joint 'shoulder"):
        FullContactSimulation(ContactSimulation(reduce(mechanism), [], []))
