"""The triangles of an OFF, PLY or STL file, with the names of an STL's solids."""

import io

import numpy as np

from prehensile.files.meshes.raw_mesh import Labels, RawMesh


def read_plain(data: bytes, suffix: str) -> RawMesh:
    """The mesh of a file of one of the plain formats, by its suffix.

    Raises:
        ValueError, AssertionError: whatever trimesh meets in a damaged one.
    """
    import trimesh  # here: it takes 0.2 s to load

    loaded = trimesh.load(io.BytesIO(data), file_type=suffix[1:], process=False)
    found = loaded.geometry if isinstance(loaded, trimesh.Scene) else {"": loaded}
    labels, points, faces, of_face, count = Labels(), [np.zeros((0, 3))], [], [], 0
    for name, mesh in found.items():
        if not isinstance(mesh, trimesh.Trimesh):  # a point cloud or a path
            continue
        points.append(np.array(mesh.vertices, dtype=float).reshape(-1, 3))
        faces.append(np.array(mesh.faces, dtype=np.int64).reshape(-1, 3) + count)
        count += len(points[-1])
        of_face.append(np.full(len(faces[-1]), labels.number((str(name),)), dtype=np.int64))
    if not faces:
        return RawMesh(points[0], np.zeros((0, 3), dtype=np.int64), {})
    return RawMesh(
        np.concatenate(points), np.concatenate(faces), labels.regions(np.concatenate(of_face))
    )
