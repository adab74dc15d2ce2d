import numpy as np
import pytest

from prehensile.forks.full.mujoco_model import mujoco_model
from prehensile.forks.mechanism.link_mesh import link_mesh
from prehensile.forks.models.from_mjcf import from_model
from prehensile.forks.models.shipped import SHIPPED, robot_arm, shipped


def volume(vertices: np.ndarray, faces: np.ndarray) -> float:
    a, b, c = (vertices[faces[:, k]] for k in range(3))
    return float(np.einsum("ni,ni->", a, np.cross(b, c)) / 6)


@pytest.mark.parametrize("name", SHIPPED)
def test_every_link_is_a_solid_where_it_stands(name: str) -> None:
    mechanism = shipped(name)
    for row in {0, len(mechanism.links) // 2, len(mechanism.links) - 1}:
        vertices, faces = link_mesh(mechanism, row)
        assert volume(vertices, faces) > 0
        assert faces.max() < len(vertices)


def test_a_rod_reaches_from_joint_to_joint() -> None:
    mechanism = robot_arm()
    vertices, _ = link_mesh(mechanism, 5)
    length = np.linalg.norm(mechanism.anchors[5] - mechanism.anchors[4])
    assert np.ptp(vertices, axis=0) == pytest.approx([length + 0.06, 0.06, 0.06], rel=0.05)


def test_links_without_shapes_become_bars() -> None:
    bare = from_model(mujoco_model(robot_arm()), "bare")
    assert not bare.links[3].shapes
    assert volume(*link_mesh(bare, 3)) > 0
