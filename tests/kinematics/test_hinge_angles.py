import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from prehensile.hand.spec import HandSpec
from prehensile.kinematics.forward import segment_transforms
from prehensile.kinematics.hinge_angles import angles_from_rotations, hinge_angles


def turned(axes, q):
    """SciPy's product of the hinges."""
    R = Rotation.identity(len(q))
    for axis, angle in zip(axes, q.T, strict=True):
        R = R * Rotation.from_rotvec(angle[:, None] * axis)
    return R.as_matrix()


@pytest.mark.parametrize("count", [1, 2])
def test_one_or_two_hinges_in_any_direction(count, rng):
    for _ in range(20):
        axes = rng.normal(size=(count, 3))
        axes /= np.linalg.norm(axes, axis=1, keepdims=True)
        q = rng.uniform(-3, 3, (10, count))
        assert np.allclose(hinge_angles(list(axes), turned(axes, q)), q, atol=1e-9)


def test_three_perpendicular_hinges_of_either_hand(rng):
    for signs in np.array(np.meshgrid([-1, 1], [-1, 1], [-1, 1])).reshape(3, -1).T:
        axes = (np.eye(3) * signs)[rng.permutation(3)]
        q = rng.uniform([-3, -1.5, -3], [3, 1.5, 3], (10, 3))
        assert np.allclose(hinge_angles(list(axes), turned(axes, q)), q, atol=1e-9)


@pytest.mark.parametrize("side", ["right", "left"])
def test_it_inverts_forward_kinematics(side, rng):
    hand = HandSpec.sample(3, side).build()
    q = rng.uniform(hand.lower, hand.upper, (50, hand.dof))
    poses = segment_transforms(hand, q)
    rotations = {
        name: np.swapaxes(poses[s.parent][..., :3, :3], -1, -2) @ poses[name][..., :3, :3]
        for name, s in hand.segments.items()
        if s.parent is not None
    }
    assert np.allclose(angles_from_rotations(hand, rotations), q, atol=1e-12)
