"""Isotropic remeshing of a closed surface: triangles near to equilateral, of the wished size.

Botsch & Kobbelt 2004: split long edges, collapse short ones, flip towards six neighbours, move
vertices within the surface; repeated. Every step keeps the mesh closed and manifold.
"""

from collections.abc import Callable

import numpy as np

LONG, SHORT = 4 / 3, 4 / 5
"""Edges longer or shorter than these times the wished length are split or collapsed."""

Points = Callable[[np.ndarray], np.ndarray]
"""Something about each of many points (N, 3)."""


def isotropic_mesh(
    vertices: np.ndarray,
    faces: np.ndarray,
    wished: Points,
    project: Points,
    rounds: int = 8,
) -> tuple[np.ndarray, np.ndarray]:
    """A mesh of a closed surface with edges of the wished lengths.

    Args:
        vertices: (V, 3) [m].
        faces: (F, 3), closed, every edge of two faces.
        wished: points (N, 3) → edge lengths (N,) [m] there.
        project: points (N, 3) near the surface → nearest ones on it (N, 3).
        rounds: of all four steps.
    """
    mesh = _Mesh(vertices, faces)
    for k in range(rounds):
        if k:  # at first there are far too many edges already
            mesh.split_long(wished(mesh.points()))
        mesh.collapse_short(wished(mesh.points()))
        mesh.flip_to_six()
        mesh.relax(wished)
        mesh.move(project(mesh.points()))
    return mesh.arrays()


class _Mesh:
    """Triangles by number, and around every vertex the triangles it belongs to."""

    def __init__(self, vertices: np.ndarray, faces: np.ndarray):
        self._load(np.asarray(vertices, float), np.asarray(faces))

    def _load(self, vertices: np.ndarray, faces: np.ndarray) -> None:
        self.x = [tuple(p) for p in vertices.tolist()]
        self.faces: list[tuple[int, int, int] | None] = [(a, b, c) for a, b, c in faces.tolist()]
        self.around: list[set[int]] = [set() for _ in self.x]
        for k, face in enumerate(self.faces):
            for v in face or ():
                self.around[v].add(k)

    def arrays(self) -> tuple[np.ndarray, np.ndarray]:
        """Vertices and faces, without gaps in their numbers."""
        faces = np.array([f for f in self.faces if f is not None], np.int64)
        used, row = np.unique(faces, return_inverse=True)
        return np.array(self.x)[used], row.reshape(-1, 3)

    def points(self) -> np.ndarray:
        """(V, 3) [m], after renumbering without gaps."""
        self._load(*self.arrays())
        return np.array(self.x)

    def move(self, points: np.ndarray) -> None:
        self.x = [tuple(p) for p in points.tolist()]

    def neighbours(self, v: int) -> set[int]:
        found: set[int] = set()
        for k in self.around[v]:
            found.update(self.faces[k] or ())
        found.discard(v)
        return found

    def edges(self) -> np.ndarray:
        """(E, 2), smaller number first."""
        faces = np.array([f for f in self.faces if f is not None])
        ends = np.sort(faces[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2), axis=1)
        return np.unique(ends, axis=0)

    def _lengths(self, edges: np.ndarray) -> np.ndarray:
        x = np.array(self.x)
        return np.linalg.norm(x[edges[:, 0]] - x[edges[:, 1]], axis=1)

    def split_long(self, wished: np.ndarray) -> None:
        """Cut every edge that is too long in the middle, the longest first."""
        edges = self.edges()
        ratio = self._lengths(edges) / wished[edges].mean(axis=1)
        long = np.flatnonzero(ratio > LONG)
        for a, b in edges[long[np.argsort(-ratio[long])]].tolist():
            pair = self.around[a] & self.around[b]
            if len(pair) == 2:
                self._split(a, b, pair)

    def _split(self, a: int, b: int, pair: set[int]) -> None:
        m = len(self.x)
        self.x.append(tuple(0.5 * (p + q) for p, q in zip(self.x[a], self.x[b], strict=True)))
        self.around.append(set())
        for k in pair:
            face = self.faces[k]
            assert face is not None
            self._replace(k, tuple(m if v == b else v for v in face))
            self._add(tuple(m if v == a else v for v in face))

    def _replace(self, k: int, new: tuple[int, ...]) -> None:
        for v in self.faces[k] or ():
            self.around[v].discard(k)
        self.faces[k] = (new[0], new[1], new[2])
        for v in new:
            self.around[v].add(k)

    def _add(self, new: tuple[int, ...]) -> None:
        self.faces.append((new[0], new[1], new[2]))
        for v in new:
            self.around[v].add(len(self.faces) - 1)

    def _remove(self, k: int) -> None:
        for v in self.faces[k] or ():
            self.around[v].discard(k)
        self.faces[k] = None

    def collapse_short(self, wished: np.ndarray) -> None:
        """Draw both ends of every edge that is too short into its middle, shortest first."""
        edges = self.edges()
        ratio = self._lengths(edges) / wished[edges].mean(axis=1)
        short = np.flatnonzero(ratio < SHORT)
        for a, b in edges[short[np.argsort(ratio[short])]].tolist():
            pair = self.around[a] & self.around[b]
            if len(pair) == 2:
                self._collapse(a, b, pair, wished)

    def _collapse(self, a: int, b: int, pair: set[int], wished: np.ndarray) -> None:
        x, one, two = self.x, self.neighbours(a), self.neighbours(b)
        # Two common neighbours, or the surface would be pinched (the link condition).
        if len(one & two) != 2:
            return
        limit = SHORT * 0.5 * (wished[a] + wished[b])
        if _far(x[a], x[b]) > limit:
            return  # an earlier collapse moved an end
        m = tuple(0.5 * (p + q) for p, q in zip(x[a], x[b], strict=True))
        for v in (one | two) - {a, b}:
            if _far(m, x[v]) > LONG * 0.5 * (wished[a] + wished[v]):
                return  # would be split again
        if any(len(self.around[v]) <= 3 for v in one & two):
            return
        for v in (a, b):
            for k in self.around[v] - pair:
                if self._turns(k, v, m):
                    return
        for k in pair:
            self._remove(k)
        for k in list(self.around[b]):
            face = self.faces[k]
            assert face is not None
            self._replace(k, tuple(a if v == b else v for v in face))
        x[a] = m

    def _turns(self, k: int, v: int, to: tuple[float, ...]) -> bool:
        """Whether moving a corner would turn a triangle over, nearly, or make it a sliver."""
        face = self.faces[k]
        assert face is not None
        i = face.index(v)
        q, r = self.x[face[(i + 1) % 3]], self.x[face[(i + 2) % 3]]
        before, after = _normal(self.x[v], q, r), _normal(to, q, r)
        dot = sum(s * t for s, t in zip(before, after, strict=True))
        return dot <= 0.35 * _size(before) * _size(after) or _size(after) < 1e-12

    def flip_to_six(self) -> None:
        """Turn an edge where that brings its four corners nearer to six neighbours each."""
        for a, b in self.edges().tolist():
            pair = self.around[a] & self.around[b]
            if len(pair) == 2:
                self._flip(a, b, pair)

    def _flip(self, a: int, b: int, pair: set[int]) -> None:
        first, second = pair
        face = self.faces[first]
        assert face is not None
        if (face.index(b) - face.index(a)) % 3 != 1:
            first, second = second, first  # in the first, b follows a
        c, d = self._third(first, a, b), self._third(second, a, b)
        count = [len(self.around[v]) for v in (a, b, c, d)]
        if min(count[:2]) <= 3:
            return
        now = sum((n - 6) ** 2 for n in count)
        then = sum((n + s - 6) ** 2 for n, s in zip(count, (-1, -1, 1, 1), strict=True))
        if then >= now or self.around[c] & self.around[d]:
            return
        x = self.x
        old = _normal(x[a], x[b], x[c]), _normal(x[b], x[a], x[d])
        new = _normal(x[c], x[a], x[d]), _normal(x[c], x[d], x[b])
        for o in old:
            for n in new:
                dot = sum(s * t for s, t in zip(o, n, strict=True))
                if dot < 0.5 * _size(o) * _size(n):
                    return
        self._replace(first, (c, a, d))
        self._replace(second, (c, d, b))

    def _third(self, k: int, a: int, b: int) -> int:
        face = self.faces[k]
        assert face is not None
        return next(v for v in face if v not in (a, b))

    def relax(self, wished: Points) -> None:
        """Move every vertex within the surface towards the middle of its neighbours."""
        x, faces = self.arrays()
        self._load(x, faces)
        self.move(relaxed(x, faces, wished(x)))


def relaxed(x: np.ndarray, faces: np.ndarray, wished: np.ndarray) -> np.ndarray:
    """Vertices (V, 3) moved within the surface to the middle of the faces around them.

    Faces count by their area over that of the wished (V,) [m] size, so that densities stay.
    """
    a, b, c = (x[faces[:, k]] for k in range(3))
    across = np.cross(b - a, c - a)
    area = np.linalg.norm(across, axis=1)
    weight = area / wished[faces].mean(axis=1) ** 2
    centre = (a + b + c) / 3
    total, sums, normal = np.zeros(len(x)), np.zeros((len(x), 3)), np.zeros((len(x), 3))
    for k in range(3):
        np.add.at(total, faces[:, k], weight)
        np.add.at(sums, faces[:, k], weight[:, None] * centre)
        np.add.at(normal, faces[:, k], across)
    move = sums / total[:, None] - x
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-300)
    return x + move - normal * (move * normal).sum(axis=1, keepdims=True)


def _far(p: tuple[float, ...], q: tuple[float, ...]) -> float:
    return ((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 + (p[2] - q[2]) ** 2) ** 0.5


def _normal(p: tuple[float, ...], q: tuple[float, ...], r: tuple[float, ...]) -> tuple[float, ...]:
    ux, uy, uz = q[0] - p[0], q[1] - p[1], q[2] - p[2]
    vx, vy, vz = r[0] - p[0], r[1] - p[1], r[2] - p[2]
    return uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx


def _size(v: tuple[float, ...]) -> float:
    return (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) ** 0.5
