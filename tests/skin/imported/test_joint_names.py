import pytest
from tests.skin.foreign_hand import openxr_name
from tests.skin.rig_names import MAKERS, maker_s_name

from prehensile.hand.webxr_joints import webxr_joints
from prehensile.skin.imported.joint_names import JointName, read_joint_name, read_joint_names

BODY = [
    "Hips", "Spine_01", "neck_01", "Head", "upperarm_{s}", "lowerarm_{s}", "lowerarm_twist_01_{s}",
    "ik_hand_{s}", "foot_{s}", "ball_{s}", "{S}Shoulder", "{S}ForeArm", "{S}ToeBase",
]  # fmt: skip


@pytest.mark.parametrize("joint", webxr_joints()[0])
def test_every_joint_is_known_by_both_standards(joint):
    assert read_joint_name(joint) == (joint, None)
    assert read_joint_name(openxr_name(joint, "left")) == (joint, "left")
    stem = openxr_name(joint, "right").removesuffix("_R").upper()
    assert read_joint_name(f"XR_HAND_JOINT_{stem}_EXT") == (joint, None)


@pytest.mark.parametrize("maker", MAKERS)
def test_every_maker_s_names_are_known_among_those_of_a_body(maker):
    wanted = {}
    for side in ("right", "left"):
        for joint in webxr_joints()[0]:
            name = maker_s_name(maker, joint, side)
            if name is not None:
                wanted[name] = JointName(joint, side)
        for bone in BODY:
            wanted[bone.format(s=side[0], S=side.capitalize())] = None
    for name, found in zip(wanted, read_joint_names(list(wanted)), strict=True):
        if wanted[name] is None:
            assert found.joint is None, name
        else:
            assert found == wanted[name], name


def test_numbers_from_nought_and_from_one_are_told_apart():
    fingers = ("proximal", "intermediate", "distal")
    names = [f"index_{k}" for k in range(3)]
    wanted = [f"index-finger-phalanx-{part}" for part in fingers]
    assert [n.joint for n in read_joint_names(names)] == wanted
    four = [f"index_{k}" for k in range(4)]
    assert [n.joint for n in read_joint_names(four)] == ["index-finger-metacarpal", *wanted]


def test_of_several_bones_for_one_joint_that_which_carries_the_skin_counts():
    found = read_joint_names(
        ["ORG-hand.R", "hand.R", "DEF-hand.R", "f_ring.01.R", "f_ring.01.R.001"]
    )
    assert [n.joint for n in found] == [None, None, "wrist", "ring-finger-phalanx-proximal", None]
    assert [n.joint for n in read_joint_names(["hand_r", "wrist_r"])] == [None, "wrist"]


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
        ("mixamorig1:RightHandIndex1", "index-finger-phalanx-proximal", "right"),
        ("mixamorigLeftHandThumb3", "thumb-phalanx-distal", "left"),
        ("r_indexmetacarpal", "index-finger-metacarpal", "right"),
        ("thumb_proxPhalanx", "thumb-phalanx-proximal", None),
        ("RightHandIndex3_end", "index-finger-tip", "right"),
    ],
)
def test_prefixes_suffixes_and_spellings(name, joint, side):
    assert read_joint_name(name) == (joint, side)


@pytest.mark.parametrize(
    "name",
    ["", "Bone.001", "forearm_R", "thumb_intermediate", "Index_Tip_R_end", "spring", "index_01_02",
     "hand_joint_01", "ik_hand_r", "index_7", "index_01_half_r", "finger_01"],
)  # fmt: skip
def test_other_bones_are_nobody(name):
    assert read_joint_name(name).joint is None
