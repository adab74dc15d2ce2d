"""The rig of a loaded hand: each of its meshes hangs rigidly on its own segment."""

import numpy as np

from prehensile.hand.loaded_hand import LoadedHand
from prehensile.hand.loaded_spec import LoadedSegment
from prehensile.hand.segments import Solid
from prehensile.hand.webxr_joints import joint_tree
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3, so3
from prehensile.skin.creases import split_at_creases
from prehensile.skin.rig import Rig
from prehensile.skin.smooth_normals import smooth_normals

SHAPE_COLOR = (0.62, 0.64, 0.68)
"""sRGB of collision shapes, drawn for segments that have no mesh."""


def loaded_rig(hand: LoadedHand) -> Rig:
    """See :func:`prehensile.skin.rig.hand_rig`. Bind pose: all joint angles zero."""
    tree = joint_tree(hand)
    poses = segment_transforms(hand, np.zeros(hand.dof))
    vertices, normals, faces, joints, colors, count = [], [], [], [], [], 0
    painted = any(segment.meshes for segment in hand.segments.values())
    for row, (name, segment) in enumerate(hand.segments.items()):
        parts = _painted(segment) if painted else _shapes(segment)
        for points, triangles, color in parts:
            points, triangles = split_at_creases(points, triangles)
            vertices.append(se3.apply(poses[name], points))
            normals.append(smooth_normals(points, triangles) @ poses[name][:3, :3].T)
            faces.append(triangles + count)
            joints.append(np.full(len(points), row))
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


Part = tuple[np.ndarray, np.ndarray, np.ndarray]


def _joined(parts: list[np.ndarray], tail: tuple[int, ...]) -> np.ndarray:
    return np.concatenate([np.zeros((0, *tail)), *parts])


def _painted(segment: LoadedSegment) -> list[Part]:
    return [(mesh.vertices, np.asarray(mesh.faces), mesh.color) for mesh in segment.meshes]


def _shapes(segment: LoadedSegment) -> list[Part]:
    parts = []
    for solid in segment.solids:
        points, faces = _solid_mesh(solid)
        parts.append((points @ so3.from_quat(solid.quat).T + solid.pos, faces, SHAPE_COLOR))
    return parts


def _solid_mesh(solid: Solid) -> tuple[np.ndarray, np.ndarray]:
    """A collision shape as triangles, in its own frame; sizes as MuJoCo has them."""
    import trimesh

    a, b, c = solid.size
    if solid.kind == "hull":
        mesh = trimesh.Trimesh(solid.vertices).convex_hull
    elif solid.kind == "box":
        mesh = trimesh.creation.box(extents=2 * solid.size)
    elif solid.kind == "cylinder":
        mesh = trimesh.creation.cylinder(radius=a, height=2 * b, sections=24)
    elif solid.kind == "capsule":
        mesh = trimesh.creation.capsule(height=2 * b, radius=a, count=(16, 16))
        mesh.apply_translation(-mesh.bounds.mean(axis=0))
    else:
        mesh = trimesh.creation.icosphere(subdivisions=3)
        mesh.apply_scale([a, b, c] if solid.kind == "ellipsoid" else [a, a, a])
    return np.asarray(mesh.vertices), np.asarray(mesh.faces)
