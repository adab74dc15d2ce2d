"""Rigs of rigid parts, each of which hangs on one segment of a hand."""

from collections.abc import Iterator

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.segments import Box, Capsule, Segment, Solid
from prehensile.hand.webxr_joints import segment_tree
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3, so3
from prehensile.mesh.creases import split_at_creases
from prehensile.mesh.normals import smooth_normals
from prehensile.skin.rig.rig import Rig

SHAPE_COLOR = (0.62, 0.64, 0.68)
"""sRGB of collision shapes."""
ROUND = 24
"""Sides of the prisms that cylinders and capsules are drawn as."""

Part = tuple[str, np.ndarray, np.ndarray, np.ndarray]
"""Segment, vertices (V, 3) [m] in its frame, faces (F, 3), sRGB (3,)."""


def bare_rig(hand: Hand) -> Rig:
    """What collides, exactly as the simulation has it; any hand. Bind pose: all angles zero."""
    return segment_rig(hand, collision_parts(hand))


def collision_parts(hand: Hand) -> Iterator[Part]:
    """Every collision shape of a hand as triangles."""
    color = np.array(SHAPE_COLOR)
    for name, segment in hand.segments.items():
        for points, faces in _shapes(segment):
            yield name, points, faces, color


def segment_rig(hand: Hand, parts: Iterator[Part]) -> Rig:
    """A rig of parts, its joints the hand's segments. Bind pose: all joint angles zero."""
    tree = segment_tree(hand)
    poses = segment_transforms(hand, np.zeros(hand.dof))
    vertices, normals, faces, joints, colors = [], [], [], [], []
    count = 0
    for name, points, triangles, color in parts:
        points, triangles = split_at_creases(points, triangles)
        vertices.append(se3.apply(poses[name], points))
        normals.append(smooth_normals(points, triangles) @ poses[name][:3, :3].T)
        faces.append(triangles + count)
        joints.append(np.full(len(points), tree.names.index(name)))
        colors.append(np.broadcast_to(color, points.shape))
        count += len(points)
    columns = np.zeros((count, 4), np.uint8)
    columns[:, 0] = _joined(joints, ())
    return Rig(
        tree=tree,
        inverse_bind=np.stack([se3.inverse(poses[name]) for name in tree.names]),
        vertices=_joined(vertices, (3,)).astype(np.float32),
        normals=_joined(normals, (3,)).astype(np.float32),
        faces=_joined(faces, (3,)).astype(np.uint32),
        joints=columns,
        weights=np.tile(np.array([1, 0, 0, 0], np.float32), (count, 1)),
        nails=np.zeros(count, bool),
        colors=_joined(colors, (3,)).astype(np.float32),
        is_skin=False,
    )


def _joined(parts: list[np.ndarray], tail: tuple[int, ...]) -> np.ndarray:
    return np.concatenate([np.zeros((0, *tail)), *parts])


def _shapes(segment: Segment) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Vertices and faces of what collides, in the segment's frame."""
    import trimesh

    for shape in segment.collides:
        if isinstance(shape, Box):
            mesh = trimesh.creation.box(extents=2 * shape.half)
            yield mesh.vertices + shape.centre, np.asarray(mesh.faces)
        elif isinstance(shape, Capsule):
            along = shape.end - shape.start
            length = float(np.linalg.norm(along))
            points, faces = _capsule(shape.radius, length)
            T = trimesh.geometry.align_vectors([0, 0, 1], along) if length else np.eye(4)
            R = np.asarray(T)[:3, :3]
            yield points @ R.T + 0.5 * (shape.start + shape.end), faces
        else:
            points, faces = _solid(shape)
            yield points @ so3.from_quat(shape.quat).T + shape.pos, faces


def _capsule(radius: float, length: float) -> tuple[np.ndarray, np.ndarray]:
    """Along z, its middle at the origin; ``length`` between the centres of its ends."""
    import trimesh

    mesh = trimesh.creation.capsule(height=length, radius=radius, count=(ROUND, ROUND))
    mesh.apply_translation(-mesh.bounds.mean(axis=0))
    return np.asarray(mesh.vertices), np.asarray(mesh.faces)


def _solid(solid: Solid) -> tuple[np.ndarray, np.ndarray]:
    """A loaded hand's shape in its own frame; sizes as MuJoCo has them."""
    import trimesh

    a, b, c = solid.size
    if solid.kind == "capsule":
        return _capsule(a, 2 * b)
    if solid.kind == "hull":
        mesh = trimesh.Trimesh(solid.vertices).convex_hull
    elif solid.kind == "box":
        mesh = trimesh.creation.box(extents=2 * solid.size)
    elif solid.kind == "cylinder":
        mesh = trimesh.creation.cylinder(radius=a, height=2 * b, sections=ROUND)
    else:
        mesh = trimesh.creation.icosphere(subdivisions=3)
        mesh.apply_scale([a, b, c] if solid.kind == "ellipsoid" else [a, a, a])
    return np.asarray(mesh.vertices), np.asarray(mesh.faces)
