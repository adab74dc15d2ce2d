"""Convex decomposition: the parts that hands and floors collide with, made from any mesh.

A mesh that is convex already gives one hull. Others go through CoACD (Wei et al. 2022,
"Approximate convex decomposition for 3D meshes with collision-aware concavity and tree
search"), which takes seconds: the result is cached by the mesh and the parameters. It runs in
a process of its own, because a mesh that intersects itself can trip an assertion that aborts.
"""

import io
import json
import os
import subprocess
import sys
from dataclasses import asdict, dataclass
from importlib.metadata import version
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prehensile.cache import cached, code_digest
from prehensile.children import bound
from prehensile.errors import InputError
from prehensile.extras import optional
from prehensile.mesh.solid_moments import solid_moments
from prehensile.world.objects.checked import FloatArray
from prehensile.world.objects.convex_part import ConvexPart

CONVEX_TOLERANCE = 0.005
"""A mesh whose hull has at most this share of volume more is taken as convex."""

HULL_VERTICES = 128
"""Most vertices of one hull; a 40 mm ball of so many is 0.5 mm too small between them."""


@dataclass(frozen=True)
class Decomposition:
    """Knobs of the decomposition; the defaults suit objects a hand holds.

    Attributes:
        max_parts: most pieces. More follow a concave shape better and cost time in contact.
        threshold: concavity a piece may keep, 0.01 (fine) to 1 (coarse).
        face_count: the mesh is decimated to about this many faces first.
        seed: of the tree search.
    """

    max_parts: int = 16
    threshold: float = 0.05
    face_count: int = 2000
    seed: int = 0


_MAKERS = ("coacd", "fast-simplification")  # libraries whose versions the result depends on
# Of the search itself: a seventh of the default effort changes the parts' volume by 4 % at most
# (six household meshes) and takes half the time of 60 iterations, whose volume is that of 150
# within 1 %; preprocessing (of a mesh with edges of four faces) at 50 instead of 30 takes a minute.
_SEARCH = {
    "mcts_iterations": 20,
    "mcts_nodes": 15,
    "resolution": 1000,
    "preprocess_resolution": 30,
}
_TIME_LIMIT = 300.0  # [s] of one attempt


def convex_parts(
    vertices: FloatArray,
    faces: NDArray[np.int32],
    how: Decomposition | None = None,
    closed: bool = True,
) -> tuple[ConvexPart, ...]:
    """Convex hulls that together cover the solid inside a closed mesh, or an open surface.

    Deterministic on one machine: fixed seed, and afterwards the cache.

    Args:
        vertices: (V, 3) [m], object frame.
        faces: (F, 3), counter-clockwise seen from outside.
        how: knobs; defaults if absent.
        closed: whether the mesh has an inside; what has none is given a thickness by CoACD.

    Raises:
        InputError: the mesh is flat, or CoACD cannot cut it.
        MissingExtraError: the mesh is not convex and the extra ``meshes`` is not installed.
    """
    how = how or Decomposition()
    whole = _hull(vertices)
    volume = solid_moments(vertices, faces).volume if closed else 0.0
    if whole.volume <= volume * (1.0 + CONVEX_TOLERANCE):
        return (ConvexPart("hull", vertices=spread_subset(vertices[whole.vertices])),)
    optional("coacd")
    optional("fast_simplification")  # before the cache: the same machine gives the same answer
    key = b"\0".join(
        [
            json.dumps(
                [asdict(how), _SEARCH, closed, *map(version, _MAKERS)], sort_keys=True
            ).encode(),
            code_digest("world.objects.convex").encode(),
            np.ascontiguousarray(vertices, dtype="<f8").tobytes(),
            np.ascontiguousarray(faces, dtype="<i4").tobytes(),
        ]
    )
    pieces = cached("convex", key, lambda: _packed(_decompose(vertices, faces, how, closed)), _read)
    return tuple(ConvexPart("hull", vertices=piece) for piece in pieces)


def spread_subset(points: FloatArray, count: int = HULL_VERTICES) -> FloatArray:
    """At most ``count`` of the hull's vertices (n, 3): the outermost in evenly spread directions.

    Corners stay (each is outermost in many directions); a smooth surface loses a little.
    """
    if len(points) <= count:
        return points
    index = np.arange(count) + 0.5
    height = 1.0 - 2.0 * index / count  # Fibonacci's spiral on the unit sphere
    turn = np.pi * (1.0 + np.sqrt(5.0)) * index
    across = np.sqrt(1.0 - height**2)
    directions = np.stack([across * np.cos(turn), across * np.sin(turn), height])
    # Spread over the shape's own proportions, or a rod would keep only its two ends.
    sides = np.ptp(points, axis=0)
    return points[np.unique(np.argmax((points / sides) @ directions, axis=0))]


def hull_mesh(points: FloatArray) -> tuple[FloatArray, NDArray[np.int32]]:
    """The convex hull of points (n, 3) as a closed mesh, anticlockwise seen from outside."""
    hull = _hull(points)
    faces = hull.simplices.astype(np.int32)
    a, b, c = points[faces].transpose(1, 0, 2)
    inwards = np.einsum("ij,ij->i", np.cross(b - a, c - a), hull.equations[:, :3]) < 0.0
    faces[inwards] = faces[inwards, ::-1]
    return points, faces


def _hull(vertices: FloatArray):
    """Scipy's convex hull of (V, 3) points."""
    from scipy.spatial import ConvexHull, QhullError

    try:
        return ConvexHull(vertices)
    except QhullError:
        raise InputError("the mesh is flat: it has no inside that could be held.") from None


def _decompose(
    vertices: FloatArray, faces: NDArray[np.int32], how: Decomposition, closed: bool
) -> list[FloatArray]:
    """Hull vertices (n, 3) [m] of each piece, tried with less and less trust in the mesh."""
    light = _decimated(vertices, faces, how.face_count)
    tried = [(light, "auto"), (light, "on"), ((vertices, faces), "on")]
    for mesh, preprocess in tried if closed else tried[1:]:
        options = {
            "threshold": how.threshold,
            "max_convex_hull": how.max_parts,
            "max_ch_vertex": HULL_VERTICES,
            "seed": how.seed,
            "preprocess_mode": preprocess,
            **_SEARCH,
        }
        pieces = _in_own_process(*mesh, options)
        if pieces:
            return pieces
    raise InputError(
        "the mesh could not be cut into convex pieces: it probably intersects itself. Remesh it "
        "first (Blender: modifier Remesh, voxel), or use its convex hull."
    )


def _decimated(
    vertices: FloatArray, faces: NDArray[np.int32], face_count: int
) -> tuple[FloatArray, NDArray[np.int32]]:
    if len(faces) <= face_count:
        return vertices, faces
    # In a box of unit size: the library works in 32 bits.
    middle, length = vertices.mean(axis=0), np.ptp(vertices, axis=0).max()
    points, triangles = optional("fast_simplification").simplify(
        ((vertices - middle) / length).astype(np.float32),
        np.asarray(faces, dtype=np.int32),
        target_count=face_count,
    )
    return np.asarray(points, dtype=float) * length + middle, np.asarray(triangles, dtype=np.int32)


def _in_own_process(
    vertices: FloatArray, faces: NDArray[np.int32], options: dict[str, Any]
) -> list[FloatArray]:
    """Run CoACD where its failed assertions end another process than ours; [] if they did."""
    mesh = io.BytesIO()
    np.savez(mesh, vertices=vertices, faces=faces)
    search_path = os.pathsep.join(filter(None, sys.path))
    try:
        found = subprocess.run(
            bound([sys.executable, "-P", "-m", __name__, json.dumps(options)]),
            env={**os.environ, "PYTHONPATH": search_path},
            input=mesh.getvalue(),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=_TIME_LIMIT,
            check=True,
        ).stdout
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
        return []
    return _solid_hulls(_read(found))


def _work(options: str) -> None:
    """What that process does: a mesh comes by stdin, the pieces go to stdout."""
    with os.fdopen(os.dup(1), "wb") as answer:
        os.dup2(2, 1)  # a library that prints must not print among the pieces
        coacd = optional("coacd")
        coacd.set_log_level("error")
        with np.load(io.BytesIO(sys.stdin.buffer.read()), allow_pickle=False) as data:
            mesh = coacd.Mesh(data["vertices"], data["faces"])
        pieces = coacd.run_coacd(mesh, **json.loads(options))
        answer.write(_packed([np.asarray(points, dtype=float) for points, _ in pieces]))


def _solid_hulls(pieces: list[FloatArray]) -> list[FloatArray]:
    """Vertices of each piece's hull, without the slivers that cuts leave over."""
    hulls = []
    for piece in pieces:
        try:
            hulls.append(_hull(piece))
        except InputError:
            continue
    smallest = 1e-6 * sum(hull.volume for hull in hulls)
    return [spread_subset(h.points[h.vertices]) for h in hulls if h.volume > smallest]


def _packed(pieces: list[FloatArray]) -> bytes:
    buffer = io.BytesIO()
    np.savez(
        buffer,
        vertices=np.concatenate(pieces),
        counts=np.array([len(piece) for piece in pieces], dtype=np.int64),
    )
    return buffer.getvalue()


def _read(data: bytes) -> list[FloatArray]:
    with np.load(io.BytesIO(data), allow_pickle=False) as file:
        vertices, counts = file["vertices"], file["counts"]
    if counts.sum() != len(vertices) or len(counts) == 0:
        raise ValueError("counts do not add up")
    return np.split(vertices, np.cumsum(counts)[:-1])


if __name__ == "__main__":
    _work(*sys.argv[1:])
