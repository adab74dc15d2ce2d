"""Blend skinning: the compiled kernel, its plain twin, and the formula."""

import numpy as np
import pytest
from tests.skin.oracle.blend_skinning import bind_transforms, posed_vertices

from prehensile import fast_path
from prehensile.errors import InputError
from prehensile.hand.corpus import corpus
from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.skin.own_rig import own_rig
from prehensile.skin.rig import _plain
from prehensile.skin.rig.blend import blended_skin
from prehensile.skin.rig.rig import Rig, joint_transforms


@pytest.fixture(scope="module")
def rig() -> Rig:
    return own_rig(Hand(), 0)


def _grasps(rig: Rig) -> np.ndarray:
    q = np.stack([corpus()[name].q for name in ("fist", "tip_pinch", "flat")])
    return joint_transforms(rig, Hand(), q)


def test_the_bind_pose_leaves_the_skin_alone(rig: Rig) -> None:
    """Joints where they were bound: nothing moves."""
    vertices, normals = blended_skin(rig, bind_transforms(rig))
    np.testing.assert_allclose(vertices, rig.vertices, atol=1e-7)
    np.testing.assert_allclose(normals, rig.normals, atol=1e-5)


def test_a_rigid_motion_of_all_joints_moves_the_skin_rigidly(
    rig: Rig, rng: np.random.Generator
) -> None:
    """Vertices and normals alike."""
    T = se3.exp(0.3 * rng.normal(size=6))
    vertices, normals = blended_skin(rig, T @ bind_transforms(rig))
    np.testing.assert_allclose(vertices, se3.apply(T, rig.vertices.astype(float)), atol=1e-6)
    np.testing.assert_allclose(normals, rig.normals @ T[:3, :3].T, atol=1e-5)


def test_both_kernels_equal_the_double_sum(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """Eq. 7.1 in double precision, over a batch of frames."""
    poses = _grasps(rig)
    truth = posed_vertices(rig, poses)
    monkeypatch.delenv("PREHENSILE_PLAIN", raising=False)
    fast = blended_skin(rig, poses)
    assert fast_path.kernels("skin.rig").__name__.endswith("_kernels")
    monkeypatch.setenv("PREHENSILE_PLAIN", "1")
    assert fast_path.kernels("skin.rig") is _plain
    plain = blended_skin(rig, poses)
    for vertices, normals in (fast, plain):
        assert vertices.shape == normals.shape == (3, len(rig.vertices), 3)
        np.testing.assert_allclose(vertices, truth, atol=1e-6)
        np.testing.assert_allclose(np.linalg.norm(normals, axis=-1), 1, atol=1e-4)
    np.testing.assert_allclose(fast[1], plain[1], atol=2e-4)


def test_batch_axes_are_kept(rig: Rig) -> None:
    """(2, 3) frames give (2, 3) skins."""
    poses = np.stack([_grasps(rig)] * 2)
    assert blended_skin(rig, poses)[0].shape == (2, 3, len(rig.vertices), 3)


def test_other_joints_are_refused(rig: Rig) -> None:
    """A shape that is not the rig's."""
    with pytest.raises(InputError, match=r"expected \(\.\.\., 25, 4, 4\)"):
        blended_skin(rig, np.eye(4)[None])
