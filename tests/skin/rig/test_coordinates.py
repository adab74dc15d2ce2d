"""All joints' coordinates at once, against each joint's own interpolation."""

from dataclasses import replace

import numpy as np
import pytest
from tests.skin.made_eigenskin import made_eigenskin

from prehensile.hand.hand import Hand
from prehensile.hand.spec import HandSpec
from prehensile.skin.eigenskin.model import EigenSkin, joint_rotation
from prehensile.skin.flesh.bind_pose import bind_angles
from prehensile.skin.rig.coordinates import PoseCoordinates, pose_coordinates
from prehensile.skin.rig.interpolation import PUBLISHED, interpolate

HAND = Hand()


@pytest.fixture(scope="module")
def model() -> EigenSkin:
    return made_eigenskin().model


def _of(model: EigenSkin, unit: float = 1.0) -> PoseCoordinates:
    count = sum(len(joint.displacements) for joint in model.joints)
    joints = [(joint.segment, joint.coordinates) for joint in model.joints]
    return pose_coordinates(HAND, model.blend.q_rest, joints, np.full(count, unit))


def _poses(rng: np.random.Generator, *shape: int) -> np.ndarray:
    """Also a little beyond the limits."""
    return rng.uniform(1.3 * HAND.lower, 1.3 * HAND.upper, (*shape, HAND.dof))


def test_equal_to_every_joint_by_itself(model: EigenSkin, rng: np.random.Generator) -> None:
    q = _poses(rng, 4, 11)
    truth = np.concatenate(model.coordinates(HAND, q), axis=-1)
    found = _of(model, 0.01)(q)
    assert found.shape == (4, 11, 75)
    np.testing.assert_allclose(found, truth / 0.01, atol=1e-9)
    assert np.abs(truth).max() > 0.01


def test_equal_at_the_rest_pose_and_at_examples(model: EigenSkin) -> None:
    """Where distances vanish."""
    q = np.tile(bind_angles(), (2, 1))
    q[1, HAND.joint_index("index_pip_flex")] = 0.02 + HAND.upper[HAND.joint_index("index_pip_flex")]
    truth = np.concatenate(model.coordinates(HAND, q), axis=-1)
    np.testing.assert_allclose(_of(model)(q), truth, atol=1e-11)
    assert np.abs(truth[0]).max() < 1e-10 < np.abs(truth[1]).max()


def test_the_published_kernel_too(model: EigenSkin, rng: np.random.Generator) -> None:
    """It has a kink at every example, so small distances must be right as well."""
    joints = []
    for joint in model.joints:
        own = joint.coordinates
        values = rng.normal(size=own.factors.shape)
        joints.append(replace(joint, coordinates=interpolate(own.centres, values, PUBLISHED)))
    other = replace(model, joints=tuple(joints))
    q = np.concatenate([_poses(rng, 5), bind_angles()[None]])
    truth = np.concatenate(other.coordinates(HAND, q), axis=-1)
    np.testing.assert_allclose(_of(other)(q), truth, atol=1e-9)


def test_a_left_hand_turns_as_the_mirror_image(model: EigenSkin, rng: np.random.Generator) -> None:
    """So that distances between its rotations, and its coordinates, are the right one's."""
    left = HandSpec.mean("left").build()
    q = _poses(rng, 6)
    for joint in model.joints:
        ours = joint_rotation(HAND, joint.segment, q, bind_angles())
        theirs = joint_rotation(left, joint.segment, q, bind_angles())
        np.testing.assert_allclose(theirs, ours * [-1, 1, -1], atol=1e-12)


def test_no_joints_no_coordinates() -> None:
    nothing = pose_coordinates(HAND, bind_angles(), [], np.zeros(0))
    assert nothing(np.zeros((3, 23))).shape == (3, 0)
