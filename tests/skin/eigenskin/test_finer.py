"""A finer skin must do what the coarse one does, cut finer."""

import numpy as np
import pytest
from scipy.sparse import eye_array

from prehensile.hand.hand import Hand
from prehensile.hand.joints import JOINT_NAMES
from prehensile.mesh.normals import smooth_normals
from prehensile.mesh.subdivide import loop_subdivision
from prehensile.skin.eigenskin.blend import own_blend, posed
from prehensile.skin.eigenskin.finer import finer_eigenskin
from prehensile.skin.eigenskin.fit import fit_eigenskin
from prehensile.skin.flesh.bind_pose import bind_angles
from prehensile.skin.template.shipped import template

HAND = Hand()
BENDS = np.radians([20, 40, 60, 80, 100])


@pytest.fixture(scope="module")
def q():
    found = np.tile(bind_angles(), (len(BENDS), 1))
    found[:, JOINT_NAMES.index("index_pip_flex")] = BENDS
    return found


@pytest.fixture(scope="module")
def model(q):
    """Learned from a finger that keeps its thickness as it bends, which blended ones lose."""
    shape = template()
    blend = own_blend(HAND, shape.vertices, shape.faces)
    maps = blend.maps(HAND, q)
    A = maps[..., :3]
    u, _, vt = np.linalg.svd(A)
    thick = posed(maps, blend.rest) + 0.004 * np.einsum(
        "pvij,vj->pvi", u @ vt - A, smooth_normals(blend.rest, blend.faces)
    )
    return fit_eigenskin(blend, HAND, q, thick)


@pytest.fixture(scope="module")
def finer(model):
    matrix, faces = loop_subdivision(model.blend.faces, len(model.blend.rest))
    return matrix, finer_eigenskin(model, HAND, matrix, faces)


def test_the_same_mesh_keeps_its_corrections(model, q):
    same = finer_eigenskin(model, HAND, eye_array(len(model.blend.rest)).tocsr(), model.blend.faces)
    ours, theirs = same.posed(HAND, q), model.posed(HAND, q)
    np.testing.assert_allclose(ours[0], theirs[0], atol=1e-9)
    assert np.percentile(np.abs(ours[1] - theirs[1]), 99.5) < 0.02


def test_posed_finer_skin_is_the_posed_coarse_skin_cut_finer(model, finer, q):
    matrix, fine = finer
    wanted = np.stack([matrix @ shape for shape in model.posed(HAND, q)[0]])
    found = fine.posed(HAND, q)[0]
    moved = np.linalg.norm(found - wanted, axis=-1)
    support = fine.joints[0].support
    assert moved[:, support].max() < 1.5e-4
    plain = np.linalg.norm(fine.posed(HAND, q, 0)[0] - wanted, axis=-1)
    assert moved[:, support].max() < 0.1 * plain[:, support].max()


def test_normals_are_those_of_the_finer_shape(finer, q):
    fine = finer[1]
    vertices, normals = fine.posed(HAND, q)
    near = fine.joints[0].support
    for shape, ours in zip(vertices, normals, strict=True):
        truth = smooth_normals(shape, fine.blend.faces)[near]
        off = np.degrees(np.arccos(np.clip((truth * ours[near]).sum(axis=1), -1, 1)))
        assert np.percentile(off, 95) < 6
