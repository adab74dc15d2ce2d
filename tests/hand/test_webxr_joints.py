import numpy as np
import pytest

from prehensile.hand.segments import PALM
from prehensile.hand.skeleton import metacarpal_ends
from prehensile.hand.spec import HandSpec
from prehensile.hand.webxr_joints import R_BONE_WEBXR, joint_tree, webxr_joints


def test_there_are_the_25_of_webxr_parents_first():
    names, parents = webxr_joints()
    assert len(names) == len(set(names)) == 25
    assert names[:3] == ("wrist", "thumb-metacarpal", "thumb-phalanx-proximal")
    assert "thumb-phalanx-intermediate" not in names and "pinky-finger-tip" in names
    assert all(parent < k for k, parent in enumerate(parents))
    assert [names[k] for k, parent in enumerate(parents) if parent == 0] == [
        f"{digit}-metacarpal"
        for digit in ("thumb", "index-finger", "middle-finger", "ring-finger", "pinky-finger")
    ]


def test_webxr_axes_point_along_the_bone_and_out_of_the_back():
    assert np.allclose(R_BONE_WEBXR @ [0, 0, -1], [1, 0, 0])
    assert np.allclose(R_BONE_WEBXR @ [0, 1, 0], [0, 0, 1])
    assert np.linalg.det(R_BONE_WEBXR) == pytest.approx(1)


@pytest.mark.parametrize("side", ["right", "left"])
def test_metacarpals_lie_in_the_palm_and_point_to_the_knuckles(side):
    hand = HandSpec.at_percentile(95, side).build()
    tree = joint_tree(hand)
    k = tree.names.index("ring-finger-metacarpal")
    base, head = metacarpal_ends(hand.spec, "ring")
    mirror = [1, 1 if side == "right" else -1, 1]
    assert tree.segments[k] == PALM
    assert np.allclose(tree.T_segment_joint[k, :3, 3], base * mirror)
    along = tree.T_segment_joint[k] @ [np.linalg.norm(head - base), 0, 0, 1]
    assert np.allclose(along[:3], head * mirror)
    assert np.allclose(np.linalg.det(tree.T_segment_joint[:, :3, :3]), 1)
