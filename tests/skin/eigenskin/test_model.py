"""EigenSkin's sum, written out, and the rotations that its coordinates are functions of."""

from dataclasses import replace

import numpy as np
import pytest
from tests.skin.made_eigenskin import made_eigenskin

from prehensile.hand.corpus import corpus
from prehensile.hand.hand import Hand
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import so3
from prehensile.skin.eigenskin.blend import posed
from prehensile.skin.eigenskin.model import EigenSkin, joint_rotation
from prehensile.skin.flesh.bind_pose import bind_angles

HAND = Hand()
POSES = np.stack([corpus()[name].q for name in ("fist", "tip_pinch")])


@pytest.fixture(scope="module")
def model() -> EigenSkin:
    return made_eigenskin(kept=3).model


@pytest.mark.parametrize("segment", ["index-finger-phalanx-distal", "thumb-metacarpal", "wrist"])
def test_rotations_are_those_of_the_skeleton(segment: str, rng: np.random.Generator) -> None:
    """What a segment's parent sees of it, in its own axes at rest."""
    parent = HAND.segments[segment].parent
    assert parent is not None

    def seen(q: np.ndarray) -> np.ndarray:
        T = segment_transforms(HAND, q)
        return T[parent][:3, :3].T @ T[segment][:3, :3]

    q_rest, q = rng.uniform(HAND.lower, HAND.upper, (2, HAND.dof))
    turn = so3.exp(joint_rotation(HAND, segment, q, q_rest))
    np.testing.assert_allclose(seen(q_rest) @ turn, seen(q), atol=1e-9)


def test_a_hinge_turns_by_its_angle_and_nothing_at_rest_does() -> None:
    q = np.tile(bind_angles(), (3, 1))
    q[:, HAND.joint_index("index_pip_flex")] = 0.0, 0.4, 1.2
    turn = joint_rotation(HAND, "index-finger-phalanx-intermediate", q, bind_angles())
    np.testing.assert_allclose(np.linalg.norm(turn, axis=-1), [0, 0.4, 1.2], atol=1e-12)
    other = joint_rotation(HAND, "ring-finger-phalanx-distal", q, bind_angles())
    np.testing.assert_allclose(other, 0, atol=1e-12)


def test_the_shape_at_rest_is_the_sum_of_all_joints(model: EigenSkin) -> None:
    """Equation 7.2, one displacement after the other."""
    q = POSES[0]
    shape, normals = model.blend.rest.copy(), model.normals.copy()
    for joint in model.joints:
        rotation = joint_rotation(HAND, joint.segment, q, model.blend.q_rest)
        for k, alpha in enumerate(joint.coordinates(rotation)):
            shape[joint.support] += alpha * joint.displacements[k]
            normals[joint.support] += alpha * joint.normals[k]
    found = model.rest_shape(HAND, q)
    np.testing.assert_allclose(found[0], shape, atol=1e-12)
    np.testing.assert_allclose(found[1], normals, atol=1e-10)
    assert np.abs(shape - model.blend.rest).max() > 1e-3


@pytest.mark.parametrize("count", [0, 1, 3])
def test_fewer_displacements_are_a_smaller_model(model: EigenSkin, count: int) -> None:
    joints = tuple(
        replace(
            joint,
            displacements=joint.displacements * (np.arange(3) < count)[:, None, None],
            normals=joint.normals * (np.arange(3) < count)[:, None, None],
        )
        for joint in model.joints
    )
    smaller = replace(model, joints=joints)
    for one, other in zip(
        model.rest_shape(HAND, POSES, count), smaller.rest_shape(HAND, POSES), strict=True
    ):
        np.testing.assert_allclose(one, other, atol=1e-12)


def test_posing_carries_the_corrected_shape(model: EigenSkin) -> None:
    vertices, normals = model.posed(HAND, POSES)
    maps = model.blend.maps(HAND, POSES)
    np.testing.assert_allclose(vertices, posed(maps, model.rest_shape(HAND, POSES)[0]))
    np.testing.assert_allclose(np.linalg.norm(normals, axis=-1), 1, atol=1e-9)
    turned = np.einsum("nvij,nvj->nvi", maps[..., :3], model.rest_shape(HAND, POSES)[1])
    np.testing.assert_allclose(np.cross(turned, normals), 0, atol=1e-9)


def test_at_rest_nothing_is_added(model: EigenSkin) -> None:
    np.testing.assert_allclose(model.posed(HAND, bind_angles())[0], model.blend.rest, atol=1e-9)
