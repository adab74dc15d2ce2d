"""A body with two hands in one skin, of which one is wanted."""

from dataclasses import replace

import numpy as np
import pytest
from tests.skin.foreign_hand import ForeignHand, foreign_hand
from tests.skin.rig_names import maker_s_name

from prehensile.errors import FileError
from prehensile.hand.corpus import corpus
from prehensile.hand.spec import HandSpec
from prehensile.hand.webxr_joints import webxr_joints
from prehensile.skin.imported.rig import imported_hand

Q = corpus()["neutral"].q
APART = {"right": [0.0, -0.6, 0.0], "left": [0.0, 0.6, 0.0]}
ARM = ("Hips", "Spine")


def body() -> tuple[ForeignHand, dict[str, ForeignHand]]:
    """Both hands on two bones of a trunk, and the hands by themselves."""
    alone, joined, parents, count, shift = {}, [], [-1, 0], 0, len(ARM)
    for side, place in APART.items():
        T = np.eye(4)
        T[:3, 3] = place
        hand = foreign_hand(HandSpec.sample(3, side), Q, T)
        names = {n: maker_s_name("mixamo", n, side) for n in webxr_joints()[0]}
        alone[side] = hand = hand.renamed(names, side)
        joined.append(replace(hand, faces=hand.faces + count, joints=hand.joints + shift))
        parents += [1 if p < 0 else p + shift for p in hand.parents]
        count, shift = count + len(hand.vertices), shift + len(hand.names)
    trunk = alone["right"].vertices[:18] + np.array(APART["left"])
    joined.append(
        replace(
            alone["right"], vertices=trunk, faces=alone["right"].faces[:32] + count,
            joints=np.zeros((18, 4), int), weights=np.eye(4)[[0] * 18], uv=alone["right"].uv[:18],
            names=[], places=np.zeros((0, 3)),
        )
    )  # fmt: skip

    def all_of(key: str) -> np.ndarray:
        return np.concatenate([getattr(part, key) for part in joined])

    whole = ForeignHand(
        names=[*ARM, *(name for part in joined for name in part.names)],
        places=np.concatenate([[[0, 0, -0.3], [0, 0, 0.0]], all_of("places")]),
        parents=parents,
        **{k: all_of(k) for k in ("vertices", "faces", "joints", "weights", "uv")},
    )
    return whole, alone


@pytest.mark.parametrize("side", ["right", "left"])
def test_the_hand_that_is_asked_for_is_taken_and_nothing_else(tmp_path, side):
    whole, alone = body()
    found = imported_hand(whole.save(tmp_path / "body.glb"), side)
    wanted = imported_hand(alone[side].save(tmp_path / "hand.glb"))
    assert found.hand.side == side
    assert any(f"the {side} hand of a body with 44 joints" in n for n in found.report.notes)
    np.testing.assert_allclose(
        found.hand.spec.bone_lengths, wanted.hand.spec.bone_lengths, atol=1e-6
    )
    np.testing.assert_allclose(found.rig.vertices, wanted.rig.vertices, atol=1e-5)
    np.testing.assert_array_equal(found.rig.joints, wanted.rig.joints)
    assert found.rig.named is not None
    assert found.rig.named.tree.names[:3] == (*ARM, f"mixamorig:{side.capitalize()}Hand")
    assert found.rig.named.tree.segments[:3] == ("forearm", "forearm", "wrist")


def test_a_body_without_a_side_is_asked_about(tmp_path):
    with pytest.raises(FileError, match=r"two hands \(left and right\).*--hand right"):
        imported_hand(body()[0].save(tmp_path / "body.glb"))


def test_a_hand_without_a_mesh_is_refused(tmp_path):
    whole, _ = body()
    whole.weights[whole.joints[:, 0] >= 23] = 0.0
    whole = replace(whole, weights=np.where(whole.joints[:, :1] >= 23, np.eye(4)[0], whole.weights),
                    joints=np.where(whole.joints >= 23, 0, whole.joints))  # fmt: skip
    with pytest.raises(FileError, match="no part of its mesh hangs on the joints of the left hand"):
        imported_hand(whole.save(tmp_path / "body.glb"), "left")
