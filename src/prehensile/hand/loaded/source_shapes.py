"""The shapes of a source model's bodies: what collides, and what is seen."""

from dataclasses import dataclass

import mujoco
import numpy as np

from prehensile.hand.segments import Solid

HIDDEN_GROUP = 3
"""Groups from this on are not drawn by MuJoCo's viewers: makers keep there what only collides."""
BESIDE = 0.005
"""[m] How far what is seen may end within a shape that still counts as covered by it."""
_KINDS = {
    int(mujoco.mjtGeom.mjGEOM_SPHERE): "sphere",
    int(mujoco.mjtGeom.mjGEOM_CAPSULE): "capsule",
    int(mujoco.mjtGeom.mjGEOM_CYLINDER): "cylinder",
    int(mujoco.mjtGeom.mjGEOM_BOX): "box",
    int(mujoco.mjtGeom.mjGEOM_ELLIPSOID): "ellipsoid",
    int(mujoco.mjtGeom.mjGEOM_MESH): "hull",
}


@dataclass(frozen=True, eq=False)
class SourceMesh:
    """Something to draw, body frame."""

    vertices: np.ndarray
    faces: np.ndarray
    color: tuple[float, float, float]


def body_shapes(model: mujoco.MjModel, b: int) -> tuple[tuple[Solid, ...], tuple[SourceMesh, ...]]:
    """What of a body collides, and what is drawn.

    Drawn is what is there to be seen only, and what collides and is seen as well: by its group, or
    because nothing else of the body covers it. Where nothing at all is to be seen, it is all that
    collides.
    """
    solids, seen, both, hidden = [], [], [], []
    looks = _seen_groups(model)
    first = int(model.body_geomadr[b])
    for g in range(first, first + int(model.body_geomnum[b])):
        kind = _KINDS.get(int(model.geom_type[g]))
        if kind is None:
            continue
        mesh = _mesh(model, g, kind)
        if not _collides(model, g):
            seen.append(mesh)
            continue
        solids.append(_solid(model, g, kind, mesh))
        group = int(model.geom_group[g])
        if group >= HIDDEN_GROUP or _alpha(model, g) == 0:
            hidden.append(mesh)
        else:
            both.append((mesh, group in looks))
    shown = [mesh for mesh, said in both if said or not _covered(mesh, seen)]
    return tuple(solids), tuple((*seen, *shown)) or tuple(hidden)


def rotation_of(quat: np.ndarray) -> np.ndarray:
    """Rotation matrix (3, 3) of a quaternion (4,) wxyz, as MuJoCo has it."""
    out = np.zeros(9)
    mujoco.mju_quat2Mat(out, np.asarray(quat, dtype=float))
    return out.reshape(3, 3)


def _seen_groups(model: mujoco.MjModel) -> set[int]:
    """Groups of what is there to be seen only."""
    return {
        int(model.geom_group[g])
        for g in range(model.ngeom)
        if not _collides(model, g) and _alpha(model, g) > 0
    }


def _covered(mesh: SourceMesh, seen: list[SourceMesh]) -> bool:
    """Whether most of a mesh lies in the box round all that is seen."""
    if not seen:
        return False
    points = np.concatenate([other.vertices for other in seen])
    low, high = points.min(axis=0) - BESIDE, points.max(axis=0) + BESIDE
    inside = ((mesh.vertices >= low) & (mesh.vertices <= high)).all(axis=1)
    return bool(inside.mean() > 0.5)


def _collides(model: mujoco.MjModel, g: int) -> bool:
    return bool(model.geom_contype[g] or model.geom_conaffinity[g])


def _rgba(model: mujoco.MjModel, g: int) -> np.ndarray:
    material = int(model.geom_matid[g])
    return model.mat_rgba[material] if material >= 0 else model.geom_rgba[g]


def _alpha(model: mujoco.MjModel, g: int) -> float:
    return float(_rgba(model, g)[3])


def _solid(model: mujoco.MjModel, g: int, kind: str, mesh: SourceMesh) -> Solid:
    if kind != "hull":
        size, points = model.geom_size[g].copy(), np.zeros((0, 3))
        return Solid(kind, model.geom_pos[g].copy(), model.geom_quat[g].copy(), size, points)
    from prehensile.mesh.decimate import few_hull_points

    points = few_hull_points(mesh.vertices)
    return Solid(kind, np.zeros(3), np.array([1.0, 0, 0, 0]), np.zeros(3), points)


def _mesh(model: mujoco.MjModel, g: int, kind: str) -> SourceMesh:
    """A geom as triangles in its body's frame."""
    from prehensile.mesh.decimate import solid_triangles

    if kind == "hull":
        m = int(model.geom_dataid[g])
        v, f = int(model.mesh_vertadr[m]), int(model.mesh_faceadr[m])
        vertices = model.mesh_vert[v : v + int(model.mesh_vertnum[m])].astype(float)
        faces = model.mesh_face[f : f + int(model.mesh_facenum[m])].copy()
    else:
        vertices, faces = solid_triangles(kind, model.geom_size[g])
    vertices = vertices @ rotation_of(model.geom_quat[g]).T + model.geom_pos[g]
    red, green, blue = (float(c) for c in np.clip(_rgba(model, g)[:3], 0, 1))
    return SourceMesh(vertices, faces, (red, green, blue))
