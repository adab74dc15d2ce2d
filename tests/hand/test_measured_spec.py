import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.hand.measured_spec import measured_spec
from prehensile.hand.spec import HandSpec
from prehensile.hand.webxr_joints import joint_tree
from prehensile.kinematics.forward import segment_transforms


def joints_of(spec, rng):
    hand = spec.build()
    q = rng.uniform(hand.lower, hand.upper)
    q[:3] = 0
    poses, tree = segment_transforms(hand, q), joint_tree(hand)
    return {
        name: (poses[s] @ T)[:3, 3]
        for name, s, T in zip(tree.names, tree.segments, tree.T_segment_joint, strict=True)
    }


@pytest.mark.parametrize("side", ["right", "left"])
def test_a_hand_is_measured_by_its_joints_in_any_pose(side, rng):
    spec = HandSpec.sample(11, side)
    found = measured_spec(joints_of(spec, rng))
    assert found.side == side
    assert found.breadth == pytest.approx(spec.breadth, abs=1e-12)
    assert np.allclose(found.bone_lengths[:, :3], spec.bone_lengths[:, :3], atol=1e-12)
    assert np.allclose(found.bone_lengths[:, 3:].sum(1), spec.bone_lengths[:, 3:].sum(1))


def test_what_is_missing_or_not_a_hand_is_said(rng):
    joints = joints_of(HandSpec.mean(), rng)
    with pytest.raises(InputError, match="thumb-tip"):
        measured_spec({name: p for name, p in joints.items() if name != "thumb-tip"})
    with pytest.raises(InputError, match="long"):
        measured_spec({name: 100 * p for name, p in joints.items()})
