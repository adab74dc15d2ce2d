"""Rigs with the names of other makers: every one of them gives the same hand."""

import numpy as np
import pytest
from tests.skin.foreign_hand import foreign_hand
from tests.skin.rig_names import MAKERS, maker_s_name

from prehensile.errors import FileError, UnknownNameError
from prehensile.hand.corpus import corpus
from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import digit_segments
from prehensile.hand.spec import HandSpec
from prehensile.hand.webxr_joints import webxr_joints
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.skin.imported.rig import imported_hand

T_FILE = se3.exp(np.array([0.2, -0.1, 0.4, 0.8, -1.2, 0.5]))
Q, FIST = corpus()["neutral"].q, corpus()["fist"].q
NAMES = webxr_joints()[0]
MOVING = [name for digit in DIGITS for name in digit_segments(digit)]


def named_by(maker, side, hand):
    return hand.renamed({name: maker_s_name(maker, name, side) for name in NAMES}, side)


@pytest.mark.parametrize("maker", MAKERS)
def test_posed_joints_are_where_the_maker_s_bones_are(maker, tmp_path):
    """The oracle is the hand that the tubes were put round."""
    side = "left" if len(maker) % 2 else "right"
    spec = HandSpec.sample(5, side)
    file = named_by(maker, side, foreign_hand(spec, Q, T_FILE))
    found = imported_hand(file.save(tmp_path / "hand.glb"))
    assert found.hand.side == side
    ours, theirs = segment_transforms(found.hand, FIST), segment_transforms(spec.build(), FIST)
    # Two hands of the same knuckles: palm frames may differ by what the tips leave open.
    root = [f"{d}-finger-phalanx-proximal" for d in ("index", "middle", "pinky")]
    T = _aligned([ours[n] for n in ["wrist", *root]], [theirs[n] for n in ["wrist", *root]])
    for name in MOVING:
        away = np.linalg.norm((T @ ours[name])[:3, 3] - theirs[name][:3, 3])
        assert away < 1e-3, (name, away)


def _aligned(ours, theirs):
    a, b = (np.array([T[:3, 3] for T in frames]) for frames in (ours, theirs))
    u, _, v = np.linalg.svd((b - b.mean(0)).T @ (a - a.mean(0)))
    T = np.eye(4)
    T[:3, :3] = u @ np.diag([1, 1, np.linalg.det(u @ v)]) @ v
    T[:3, 3] = b.mean(0) - T[:3, :3] @ a.mean(0)
    return T


def test_a_file_of_names_tells_what_bones_do_not(tmp_path):
    spec = HandSpec.sample(5)
    hand = foreign_hand(spec, Q, T_FILE)
    hand = hand.renamed({name: f"Bone.{k:03d}" for k, name in enumerate(NAMES)}, "right")
    path = hand.save(tmp_path / "hand.glb")
    with pytest.raises(FileError, match=r"--names.*Bone\.000, .*Bone\.024"):
        imported_hand(path)
    lines = [f'{name} = ".{k:03d}"' for k, name in enumerate(NAMES) if not name.endswith("tip")]
    names = tmp_path / "names.toml"
    text = "\n".join(['prefix = "Bone"', "[joints]", *lines])
    names.write_text(text)
    found = imported_hand(path, names=names)
    np.testing.assert_allclose(
        found.hand.spec.bone_lengths[:, 1], spec.bone_lengths[:, 1], atol=1e-4
    )
    names.write_text('model = "hand.glb"\n' + text)
    assert imported_hand(names).hand.spec == found.hand.spec
    assert found.source.names["wrist"] == "Bone.000"
    names.write_text(text.replace(".005", ".099"))
    with pytest.raises((UnknownNameError, FileError), match=r"Bone\.099.*Bone\.000"):
        imported_hand(path, names=names)


def test_a_missing_joint_is_named_with_all_bones_of_the_file(tmp_path):
    hand = foreign_hand(HandSpec.sample(5), Q, T_FILE)
    table = {n: maker_s_name("mixamo", n, "right") for n in NAMES}
    hand = hand.renamed(table | {"ring-finger-phalanx-distal": None}, "right")
    with pytest.raises(FileError, match=r"lacks ring-finger-phalanx-distal: .*RightHandRing2") as e:
        imported_hand(hand.save(tmp_path / "hand.glb"))
    assert "\n" not in str(e.value)
