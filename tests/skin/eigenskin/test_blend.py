"""The rig's own skinning is the oracle."""

import numpy as np
from tests.skin.oracle.blend_skinning import posed_vertices

from prehensile.hand.hand import Hand
from prehensile.skin.eigenskin.blend import blend_of_rig, own_blend, posed
from prehensile.skin.flesh.bind_pose import bind_angles
from prehensile.skin.own_rig import own_rig
from prehensile.skin.rig.rig import joint_transforms
from prehensile.skin.template.levels import skin_mesh

HAND = Hand()


def _poses() -> np.ndarray:
    rng = np.random.default_rng(0)
    q = HAND.lower + rng.random((3, HAND.dof)) * (HAND.upper - HAND.lower)
    return q


def test_a_rigs_blend_poses_it_as_the_rig_does():
    rig = own_rig(HAND, 0)
    q = _poses()
    expected = posed_vertices(rig, joint_transforms(rig, HAND, q))
    blend = blend_of_rig(rig, bind_angles())
    rest = np.tile(blend.rest, (len(q), 1, 1))
    np.testing.assert_allclose(posed(blend.maps(HAND, q), rest), expected, atol=1e-6)


def test_the_welded_skin_moves_with_the_rig():
    mesh, rig = skin_mesh(HAND, 0), own_rig(HAND, 0)
    blend = own_blend(HAND, mesh.vertices, mesh.faces)
    q = _poses()
    welded = posed(blend.maps(HAND, q), np.tile(blend.rest, (len(q), 1, 1)))
    split = posed_vertices(rig, joint_transforms(rig, HAND, q))
    # Every vertex of the split rig is one of the welded skin.
    near = np.linalg.norm(rig.vertices[:50, None] - mesh.vertices, axis=-1).argmin(axis=1)
    np.testing.assert_allclose(split[:, :50], welded[:, near], atol=1e-6)
