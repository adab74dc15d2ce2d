"""The showpieces: in equilibrium from the start."""

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.forks.contact.scenes import CONTACT_SCENES, hand_with_ball, standing_hexapod
from prehensile.kinematics.forward import segment_transforms


def test_the_angles_of_the_hand_are_those_of_its_links(scenes) -> None:
    scene = scenes["hand"]
    scene.simulation.reset()
    assert scene.hand is not None
    T = scene.simulation.poses[scene.simulation.model.mechanism.base]
    links = np.stack(list(segment_transforms(scene.hand, scene.q, T).values()))
    assert np.allclose(links, scene.simulation.poses, atol=5e-4)


@pytest.mark.parametrize("make", [hand_with_ball, standing_hexapod])
def test_a_foot_that_is_no_end_effector_is_refused(scenes, make) -> None:
    first = scenes["hand" if make is hand_with_ball else "hexapod"].handles.names[0]
    with pytest.raises(InputError, match="touches the world"):
        make(effectors=[first])


@pytest.mark.parametrize("name", CONTACT_SCENES)
def test_left_alone_it_stands_still(scenes, name: str) -> None:
    scene = scenes[name]
    scene.simulation.reset()
    before = scene.poses
    scene.simulation.step(steps=240)
    assert np.abs(scene.poses - before)[:, :3, 3].max() < 2e-4
