"""Taxels lie on the skin that pages draw, in any pose."""

import numpy as np
import pytest

from prehensile.hand.corpus import named_pose
from prehensile.hand.parse import parse_hand
from prehensile.hand.taxel_points import taxel_points
from prehensile.hand.taxels import glove_taxels
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.skin.hand_rig import hand_rig
from prehensile.skin.rig.rig import joint_transforms
from prehensile.stage.taxel_patches import taxel_patches


@pytest.fixture(scope="module", params=["right", "left:p5"])
def worn(request):
    hand = parse_hand(request.param).build()
    rig = hand_rig(hand)
    return hand, rig, taxel_patches("it", hand, rig, glove_taxels())


def carried(rig, hand, q, patches):
    """(t, 3) where joints carry the taxels."""
    T = joint_transforms(rig, hand, q) @ rig.inverse_bind
    each = se3.apply(T[patches.joints], patches.pos[:, None])
    return (patches.weights[..., None] * each).sum(axis=1)


def test_every_taxel_is_there_once_and_upright(worn):
    _, _, patches = worn
    assert sorted(patches.cell) == np.flatnonzero(glove_taxels().mask.ravel()).tolist()
    np.testing.assert_allclose(np.linalg.norm(patches.normal, axis=1), 1, atol=1e-6)
    np.testing.assert_allclose((patches.normal * patches.along).sum(axis=1), 0, atol=1e-6)
    np.testing.assert_allclose(patches.weights.sum(axis=1), 1, atol=1e-5)
    assert patches.pitch == glove_taxels().pitch


def test_they_lie_on_the_skin(worn):
    _, rig, patches = worn
    away = np.linalg.norm(rig.vertices[:, None] - patches.pos, axis=2).min(axis=0)
    assert away.max() < 0.004  # half an edge of its triangles


@pytest.mark.parametrize("pose", ["neutral", "power_sphere"])
def test_fingers_carry_them_along(worn, pose):
    hand, rig, patches = worn
    q = np.array(named_pose(hand, pose).q)
    points = taxel_points(hand, glove_taxels())
    T = segment_transforms(hand, q)
    tips = [k for k, s in enumerate(points.segment) if s.endswith("phalanx-distal")]
    want = np.array([se3.apply(T[points.segment[k]], points.pos[k]) for k in tips])
    away = np.linalg.norm(carried(rig, hand, q, patches)[tips] - want, axis=1)
    assert np.median(away) < 0.002 and away.max() < 0.008
