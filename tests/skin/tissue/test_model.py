"""Tissue between two bones of a finger: what bones carry, and what a joint's piece is made of."""

import numpy as np
import pytest

from prehensile.hand.hand import Hand
from prehensile.hand.joints import JOINT_NAMES
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.skin.flesh.bind_pose import bind_angles
from prehensile.skin.tissue.mesh import TissueMesh
from prehensile.skin.tissue.model import REACH, TissueModel
from prehensile.skin.tissue.poses import WHOLE_HAND

HAND = Hand()
BONES = ("index-finger-phalanx-proximal", "index-finger-phalanx-intermediate")
PIP = JOINT_NAMES.index("index_pip_flex")


@pytest.fixture(scope="module")
def model():
    """A rod of boxes along the finger, each cut into five tetrahedra; bones at both ends."""
    T = segment_transforms(HAND, bind_angles())[BONES[1]]
    reach = REACH * HAND.spec.breadth
    x = np.linspace(-1.5 * reach, 1.5 * reach, 13)
    grid = np.array([[a, b, c] for a in x for b in (-0.004, 0.004) for c in (-0.004, 0.004)])
    boxes = []
    for k in range(len(x) - 1):
        n = 4 * k + np.arange(8)  # corners by x, y, z: 000 001 010 011 100 101 110 111
        cut = [(0, 3, 5, 6), (0, 5, 3, 1), (0, 3, 6, 2), (0, 6, 5, 4), (3, 5, 6, 7)]
        boxes += [n[list(t)] for t in cut]
    tetrahedra = np.array(boxes)
    corners = se3.apply(T, grid)
    a, b, c, d = (corners[tetrahedra[:, k]] for k in range(4))
    negative = np.einsum("ij,ij->i", np.cross(b - a, c - a), d - a) < 0
    tetrahedra[negative] = tetrahedra[negative][:, [0, 2, 1, 3]]
    along = np.repeat(np.arange(len(x)), 4)
    bone = np.select([along == 0, along == len(x) - 1], [0, 1], -1)
    mesh = TissueMesh(corners, tetrahedra, bone, BONES, 0)
    share = np.clip((se3.apply(se3.inverse(T), mesh.nodes)[:, 0] / x[-1] + 1) / 2, 0, 1)
    return TissueModel(HAND, mesh, np.column_stack([1 - share, share]))


def bent(angle):
    q = bind_angles()
    q[PIP] += angle
    return q


def test_at_rest_nothing_moves_and_bones_turn_about_their_joint(model):
    np.testing.assert_allclose(model.bone_maps(bind_angles()), [np.eye(4)] * 2, atol=1e-12)
    np.testing.assert_allclose(model.carried(bind_angles()), model.mesh.nodes, atol=1e-12)
    still, turned = model.bone_maps(bent(0.7))
    np.testing.assert_allclose(still, np.eye(4), atol=1e-12)
    assert np.arccos((np.trace(turned[:3, :3]) - 1) / 2) == pytest.approx(0.7)
    joint = segment_transforms(HAND, bind_angles())[BONES[1]][:3, 3]
    np.testing.assert_allclose(se3.apply(turned, joint), joint, atol=1e-12)


def test_nodes_are_carried_by_the_mean_of_their_bones(model):
    """Blend skinning is linear: the mean of where each bone alone would bring a node."""
    alone = [se3.apply(M, model.mesh.nodes) for M in model.bone_maps(bent(0.9))]
    mean = sum(w[:, None] * p for w, p in zip(model.weights.T, alone, strict=True))
    np.testing.assert_allclose(model.carried(bent(0.9)), mean, atol=1e-12)


def test_a_joint_s_piece_reaches_as_far_as_it_should_and_holds_its_cut(model):
    pytest.importorskip("ngsolve", reason="the extra 'tissue' is not installed")
    whole, rows = model.led(WHOLE_HAND)
    assert len(rows) == len(model.mesh.nodes)
    piece, rows = model.led("index_pip")
    assert 0 < len(rows) < len(model.mesh.nodes)
    centre = segment_transforms(HAND, bind_angles())[BONES[1]][:3, 3]
    reach = REACH * HAND.spec.breadth
    near = np.linalg.norm(model.mesh.corners - centre, axis=1) < reach
    kept = near[model.mesh.tetrahedra].any(axis=1)
    inside = np.unique(model.mesh.tetrahedra[kept])
    np.testing.assert_array_equal(rows[rows < len(model.mesh.corners)], inside)
    # What the rest of the hand has too is held; of the whole only what lies on bones.
    shared = np.intersect1d(inside, model.mesh.tetrahedra[~kept])
    held = rows[piece.tissue.held]
    np.testing.assert_array_equal(held[held < len(model.mesh.corners)], shared)
    np.testing.assert_array_equal(whole.tissue.held, model.mesh.node_bone >= 0)
