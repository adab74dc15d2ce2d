"""Meshes on the floor: every low vertex is known, and what lies there lies still."""

import numpy as np
import pytest

from prehensile.bench.synthesis.closed_forms import stepped
from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.synthesis.clips.assumed import assumed_compliance
from prehensile.synthesis.scene_geometry import SceneGeometry
from prehensile.synthesis.setting import Reference, Setting
from prehensile.synthesis.simulation import Simulation
from prehensile.synthesis.structure import HandStructure
from prehensile.synthesis.touching import _kernels, _plain
from prehensile.world.catalogue import load_object
from prehensile.world.scene import ObjectInScene, name_objects


def test_low_vertices_are_those_below_the_margin(rng: np.random.Generator) -> None:
    pose = np.stack([se3.exp(rng.normal(size=6)) for _ in range(3)])
    vertex, body = rng.normal(size=(40, 3)), rng.integers(0, 3, 40)
    world = np.array([se3.apply(pose[b], v) for b, v in zip(body, vertex, strict=True)])
    expected = [k for k, p in enumerate(world) if p[2] < 0.1]
    for twin in (_plain, _kernels):
        rows, place = twin.low_vertices(pose, vertex, body, 0.1)
        assert rows.tolist() == expected and np.allclose(place, world[expected])


@pytest.mark.parametrize("thing", ["phone", pytest.param("mug", marks=pytest.mark.long)])
def test_what_is_dropped_aslant_comes_to_rest(thing: str) -> None:
    """By MuJoCo's three vertices a mesh they rocked at 2 to 10 mm/s for ever."""
    hand, obj = Hand(), load_object(thing)
    pose = np.array([1.0, 0, 0.01 - obj.vertices[:, 2].min(), 1, 0.1, 0.2, 0.05])
    pose[3:] /= np.linalg.norm(pose[3:])
    geometry = SceneGeometry(hand, name_objects(ObjectInScene(obj, pose=tuple(pose))))
    T = np.eye(4)
    T[2, 3] = 1.0
    s = Simulation(
        Setting(HandStructure(hand), geometry.bodies), geometry, assumed_compliance(hand).of(hand),
        Reference(np.zeros(hand.dof + 3), T), geometry.body_poses(se3.from_pose7(pose)[None]),
    )  # fmt: skip
    done = stepped(s, 900)
    assert np.abs(s.state.phi[0]).max() < 1e-9
    assert np.allclose(done.wrench[:, :3].sum(axis=0), [0, 0, obj.mass * 9.81], atol=1e-9)
