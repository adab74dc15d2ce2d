"""Skinning in NumPy against its formula, vertex by vertex in double precision."""

from typing import NamedTuple

import numpy as np
import pytest

from prehensile.lie import se3
from prehensile.skin.rig import _plain


class Skin(NamedTuple):
    """What `blend` takes, small and without meaning."""

    maps: np.ndarray
    joints: np.ndarray
    weights: np.ndarray
    vertices: np.ndarray
    normals: np.ndarray
    coordinates: np.ndarray
    start: np.ndarray
    column: np.ndarray
    entries: np.ndarray


def random_skin(rng: np.random.Generator, frames: int = 3, influences: int = 4) -> Skin:
    """Five joints, eleven vertices, three coordinates; some vertices have no entry."""
    counts = rng.integers(0, 4, 11)
    counts[3] = 0
    weights = rng.random((11, influences)) + 0.1
    normals = rng.normal(size=(11, 3))
    return Skin(
        se3.exp(0.5 * rng.normal(size=(frames, 5, 6)))[..., :3, :].astype(np.float32),
        rng.integers(0, 5, (11, influences)).astype(np.uint8),
        (weights / weights.sum(axis=1, keepdims=True)).astype(np.float32),
        rng.normal(size=(11, 3)).astype(np.float32),
        (normals / np.linalg.norm(normals, axis=1, keepdims=True)).astype(np.float32),
        rng.normal(size=(frames, 3)).astype(np.float32),
        np.concatenate([[0], np.cumsum(counts)]).astype(np.uint32),
        rng.integers(0, 3, counts.sum()).astype(np.uint8),
        (0.2 * rng.normal(size=(counts.sum(), 6))).astype(np.float32),
    )


def blended(kernel, skin: Skin) -> tuple[np.ndarray, np.ndarray]:
    """Vertices and normals (F, V, 3) that a kernel writes."""
    shape = (len(skin.maps), *skin.vertices.shape)
    posed, turned = np.full(shape, np.nan, np.float32), np.full(shape, np.nan, np.float32)
    kernel(*skin, posed, turned)
    return posed, turned


def by_formula(skin: Skin) -> tuple[np.ndarray, np.ndarray]:
    """Kry 2005, eq. 7.2, as it is written."""
    posed = np.zeros((len(skin.maps), *skin.vertices.shape))
    turned = np.zeros_like(posed)
    for f, maps in enumerate(skin.maps.astype(float)):
        for v in range(len(skin.vertices)):
            rest, normal = skin.vertices[v].astype(float), skin.normals[v].astype(float)
            for m in range(skin.start[v], skin.start[v + 1]):
                a = float(skin.coordinates[f, skin.column[m]])
                rest = rest + a * skin.entries[m, :3]
                normal = normal + a * skin.entries[m, 3:]
            T = np.zeros((3, 4))
            for w, joint in zip(skin.weights[v], skin.joints[v], strict=True):
                T += float(w) * maps[joint]
            posed[f, v] = T[:, :3] @ rest + T[:, 3]
            turned[f, v] = T[:, :3] @ normal / np.linalg.norm(T[:, :3] @ normal)
    return posed, turned


@pytest.mark.parametrize("influences", [1, 4])
def test_it_is_the_formula(rng: np.random.Generator, influences: int) -> None:
    skin = random_skin(rng, influences=influences)
    for found, wanted in zip(blended(_plain.blend, skin), by_formula(skin), strict=True):
        np.testing.assert_allclose(found, wanted, atol=2e-6)


def test_a_vanishing_normal_stays_finite(rng: np.random.Generator) -> None:
    skin = random_skin(rng)
    still = skin._replace(normals=np.zeros_like(skin.normals), entries=np.zeros_like(skin.entries))
    assert np.isfinite(blended(_plain.blend, still)[1]).all()
