"""Rigid parts: every vertex of what collides lies on the shape that it stands for."""

from typing import Any

import numpy as np
import pytest
import trimesh

from prehensile.hand.hand import Hand
from prehensile.hand.loaded.spec import LoadedSegment
from prehensile.hand.segments import PALM, Box, Capsule, Solid
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3, so3
from prehensile.skin.rig.rig import joint_transforms
from prehensile.skin.rig.segments import (
    SHAPE_COLOR,
    _shapes,
    bare_rig,
    collision_parts,
    segment_rig,
)

HAND = HandSpec.at_percentile(30, "left").build()
SIZE = np.array([0.011, 0.017, 0.006])


def _triangles(shape: Any) -> trimesh.Trimesh:
    """What is drawn of a segment that collides with ``shape`` alone."""
    segment = LoadedSegment(**vars(HAND.segments[PALM]), solids=(shape,))
    ((points, faces),) = _shapes(segment)
    return trimesh.Trimesh(points, faces, process=False)


@pytest.mark.parametrize("along", [(0.03, 0.0, 0.0), (0.01, -0.02, 0.004), (0.0, 0.0, -0.02)])
def test_capsules(along: tuple[float, float, float]) -> None:
    start = np.array([0.01, 0.02, -0.03])
    shape = Capsule(start, start + along, 0.008)
    mesh = _triangles(shape)
    share = np.clip((mesh.vertices - start) @ along / np.dot(along, along), 0, 1)
    far = np.linalg.norm(mesh.vertices - start - share[:, None] * along, axis=1)
    np.testing.assert_allclose(far, 0.008, atol=1e-9)
    truth = np.pi * 0.008**2 * (np.linalg.norm(along) + 4 / 3 * 0.008)
    assert mesh.is_watertight and 0.95 * truth < mesh.volume < truth


def test_a_capsule_without_length_is_a_ball() -> None:
    at = np.array([0.01, 0.02, -0.03])
    mesh = _triangles(Capsule(at, at, 0.008))
    np.testing.assert_allclose(np.linalg.norm(mesh.vertices - at, axis=1), 0.008, atol=1e-9)


def test_boxes() -> None:
    centre, half = np.array([0.01, -0.02, 0.03]), SIZE
    mesh = _triangles(Box(centre, half))
    np.testing.assert_allclose(np.abs(mesh.vertices - centre), np.tile(half, (8, 1)))
    assert mesh.volume == pytest.approx(8 * half.prod())


@pytest.mark.parametrize(
    ("kind", "volume"),
    [
        ("box", 8 * SIZE.prod()),
        ("sphere", 4 / 3 * np.pi * SIZE[0] ** 3),
        ("ellipsoid", 4 / 3 * np.pi * SIZE.prod()),
        ("cylinder", 2 * np.pi * SIZE[0] ** 2 * SIZE[1]),
        ("capsule", np.pi * SIZE[0] ** 2 * (2 * SIZE[1] + 4 / 3 * SIZE[0])),
    ],
)
def test_solids_of_a_loaded_hand(kind: str, volume: float, rng: np.random.Generator) -> None:
    quat, pos = so3.to_quat(so3.random(rng)), rng.normal(size=3)
    mesh = _triangles(Solid(kind, pos, quat, SIZE, np.zeros((0, 3))))
    x, y, z = ((mesh.vertices - pos) @ so3.from_quat(quat)).T
    a, b, c = SIZE
    on_it = {
        "box": np.max(np.abs([x / a, y / b, z / c]), axis=0),
        "sphere": np.sqrt(x**2 + y**2 + z**2) / a,
        "ellipsoid": np.sqrt((x / a) ** 2 + (y / b) ** 2 + (z / c) ** 2),
        "cylinder": np.maximum(np.hypot(x, y) / a, np.abs(z) / b),
        "capsule": np.sqrt(x**2 + y**2 + np.maximum(np.abs(z) - b, 0) ** 2) / a,
    }[kind]
    np.testing.assert_allclose(on_it, 1, atol=1e-9)
    assert mesh.is_watertight and 0.95 * volume < mesh.volume < 1.0001 * volume


def test_hulls(rng: np.random.Generator) -> None:
    inside, corners = (
        0.3 * rng.random((20, 3)),
        np.array(np.meshgrid(*[[-1, 1]] * 3)).reshape(3, 8).T,
    )
    solid = Solid("hull", np.ones(3), np.array([1.0, 0, 0, 0]), SIZE, np.vstack([inside, corners]))
    mesh = _triangles(solid)
    assert mesh.volume == pytest.approx(8)
    np.testing.assert_allclose(np.abs(mesh.vertices[np.unique(mesh.faces)] - 1), 1)


def test_every_shape_that_collides_is_shown_once() -> None:
    parts = list(collision_parts(HAND))
    assert len(parts) == sum(len(s.collides) for s in HAND.segments.values())
    assert all(tuple(color) == SHAPE_COLOR for *_, color in parts)


@pytest.fixture(scope="module")
def rig():
    return bare_rig(HAND)


def test_parts_go_rigidly_with_their_segments(rig, rng: np.random.Generator) -> None:
    q, forearm = rng.uniform(HAND.lower, HAND.upper), se3.exp(rng.normal(size=6))
    poses = segment_transforms(HAND, q, forearm)
    T = joint_transforms(rig, HAND, q, forearm) @ rig.inverse_bind
    skin = np.einsum("vij,vj->vi", T[rig.joints[:, 0], :3, :3], rig.vertices)
    skin += T[rig.joints[:, 0], :3, 3]
    for name, segment in HAND.segments.items():
        own = rig.joints[:, 0] == rig.joint_names.index(name)
        assert own.any() == bool(segment.collides), name
        if own.any():
            points = np.concatenate([p for n, p, *_ in collision_parts(HAND) if n == name])
            there = se3.apply(poses[name], points)
            np.testing.assert_allclose(skin[own].min(axis=0), there.min(axis=0), atol=1e-6)
            np.testing.assert_allclose(skin[own].max(axis=0), there.max(axis=0), atol=1e-6)
    np.testing.assert_array_equal(rig.weights, np.eye(4)[np.zeros(len(skin), int)])
    assert not rig.is_skin and not rig.nails.any()


def test_normals_look_out_of_their_faces(rig) -> None:
    a, b, c = rig.vertices[rig.faces].astype(float).transpose(1, 0, 2)
    across = np.cross(b - a, c - a)
    across /= np.linalg.norm(across, axis=1, keepdims=True)
    cosine = (rig.normals[rig.faces] * across[:, None]).sum(-1)
    assert cosine.min() > 0.5
    np.testing.assert_allclose(np.linalg.norm(rig.normals, axis=1), 1, atol=1e-5)


def test_no_parts_make_an_empty_rig() -> None:
    empty = segment_rig(Hand(), iter(()))
    assert empty.vertices.shape == (0, 3) and empty.faces.shape == (0, 3)
    assert len(empty.joint_names) == len(Hand().segments)
