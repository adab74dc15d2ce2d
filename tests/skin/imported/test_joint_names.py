import pytest
from tests.skin.foreign_hand import openxr_name

from prehensile.hand.webxr_joints import webxr_joints
from prehensile.skin.imported.joint_names import read_joint_name


@pytest.mark.parametrize("joint", webxr_joints()[0])
def test_every_joint_is_known_by_both_standards(joint):
    assert read_joint_name(joint) == (joint, None)
    assert read_joint_name(openxr_name(joint, "left")) == (joint, "left")
    stem = openxr_name(joint, "right").removesuffix("_R").upper()
    assert read_joint_name(f"XR_HAND_JOINT_{stem}_EXT") == (joint, None)


@pytest.mark.parametrize(
    ("name", "joint", "side"),
    [
        ("LeftIndexIntermediate", "index-finger-phalanx-intermediate", "left"),
        ("LittleProximal", "pinky-finger-phalanx-proximal", None),
        ("RightHand", "wrist", "right"),
        ("Armature|b_r_ring_metacarpal.001", "ring-finger-metacarpal", "right"),
        ("XRHandLeftMiddleTip", "middle-finger-tip", "left"),
        ("index_middle.L", "index-finger-phalanx-intermediate", "left"),
        ("Index_Distal_R_end", "index-finger-tip", "right"),
        ("Palm_R", "palm", "right"),
    ],
)
def test_prefixes_suffixes_and_spellings(name, joint, side):
    assert read_joint_name(name) == (joint, side)


@pytest.mark.parametrize(
    "name",
    ["", "Bone.001", "forearm_R", "mixamorig:RightHandIndex1", "thumb_intermediate",
     "Index_Tip_R_end", "spring", "hand_joint_01"],
)  # fmt: skip
def test_other_bones_are_nobody(name):
    assert read_joint_name(name).joint is None
