"""Laying a disk of skin flat with little stretch and nothing turned over.

The start is Tutte's embedding in a circle (1963), which has no flipped face; from there the
symmetric Dirichlet energy Σ A (‖J‖² + ‖J⁻¹‖²)ᵖ falls by L-BFGS steps with the Laplacian as first
guess of the Hessian, none longer than to the first face that would vanish (Smith and Schaefer
2015), so that none ever flips.
"""

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from scipy.sparse import csr_array

POWER = 3.0
"""p: above 1 the worst faces count more, which lowers the high percentiles of the stretch."""
STEPS = 600
ENOUGH = 1e-9
"""Stop when a step lowers the energy by a smaller part than this."""
MEMORY = 12
SAFE = 0.9
"""Share of the way to the first vanishing face that a step may go."""


def flattened(vertices: np.ndarray, faces: np.ndarray) -> np.ndarray:
    """Places (V, 2) [m] of a disk's vertices on a plane, with the disk's own area.

    Args:
        vertices: (V, 3) [m], all of them used.
        faces: (F, 3) of a disk. Seen from outside they turn anticlockwise, and so do they flat.
    """
    area, across = face_gradients(vertices, faces)
    start = tutte_embedding(faces, len(vertices))
    start *= np.sqrt(area.sum() / flat_areas(start, faces).sum())
    found = _descend(start, faces, area / area.sum(), across)
    found -= found.mean(axis=0)
    return found * np.sqrt(area.sum() / flat_areas(found, faces).sum())


def flat_areas(uv: np.ndarray, faces: np.ndarray) -> np.ndarray:
    """(F,) signed areas of flat faces, above zero if they turn anticlockwise."""
    a, b, c = (uv[faces[:, k]] for k in range(3))
    (x, y), (s, t) = (b - a).T, (c - a).T
    return 0.5 * (x * t - y * s)


def face_gradients(
    vertices: np.ndarray, faces: np.ndarray
) -> tuple[np.ndarray, tuple["csr_array", "csr_array"]]:
    """Areas (F,) [m²], and two matrices (F, V) [1/m] that differentiate a function of vertices.

    They give its derivatives along two unit vectors in each face, at right angles, the second
    anticlockwise of the first seen from outside.
    """
    from scipy.sparse import csr_array

    a, b, c = (vertices[faces[:, k]].astype(float) for k in range(3))
    length = np.linalg.norm(b - a, axis=1)
    one = (b - a) / length[:, None]
    x = ((c - a) * one).sum(axis=1)
    height = np.linalg.norm(c - a - x[:, None] * one, axis=1)
    zero = np.zeros(len(faces))
    along = np.stack([-1 / length, 1 / length, zero], axis=1)
    aside = np.stack([x / length - 1, -x / length, zero + 1], axis=1) / height[:, None]
    rows = np.repeat(np.arange(len(faces)), 3)
    shape = (len(faces), len(vertices))
    first, second = (
        csr_array((values.reshape(-1), (rows, faces.reshape(-1))), shape=shape)
        for values in (along, aside)
    )
    return 0.5 * length * height, (first, second)


def rim_loop(faces: np.ndarray) -> np.ndarray:
    """Vertices (B,) around a disk, anticlockwise."""
    ends = faces[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2)
    base = int(faces.max()) + 1
    rim = ends[~np.isin(ends[:, 0] * base + ends[:, 1], ends[:, 1] * base + ends[:, 0])]
    after = dict(rim.tolist())
    loop = [int(rim[0, 0])]
    while (at := after[loop[-1]]) != loop[0]:
        loop.append(at)
    if len(loop) != len(rim):
        raise ValueError(f"the rim has {len(rim)} edges, and a loop only {len(loop)}: not a disk.")
    return np.array(loop)


def tutte_embedding(faces: np.ndarray, n_vertices: int) -> np.ndarray:
    """Places (V, 2): the rim on the unit circle, all others amid their neighbours."""
    from scipy.sparse import coo_array, csr_array, diags_array
    from scipy.sparse.linalg import splu

    loop = rim_loop(faces)
    turn = 2 * np.pi * np.arange(len(loop)) / len(loop)
    uv = np.zeros((n_vertices, 2))
    uv[loop] = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    ends = faces[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2)
    ends = np.unique(np.concatenate([ends, ends[:, ::-1]]), axis=0)
    near = csr_array(coo_array((np.ones(len(ends)), tuple(ends.T)), shape=(n_vertices,) * 2))
    laplacian = csr_array(diags_array(near.sum(axis=1)) - near)
    free = np.setdiff1d(np.arange(n_vertices), loop)
    if len(free):
        inner = laplacian[free][:, free].tocsc()
        held = laplacian[free][:, loop] @ uv[loop]
        uv[free] = -splu(inner).solve(held)
    return uv


def _descend(
    uv: np.ndarray, faces: np.ndarray, area: np.ndarray, across: tuple["csr_array", "csr_array"]
) -> np.ndarray:
    """The flat places (V, 2) of least energy that lie downhill of the given ones."""
    solve = _laplacian_solver(area, across)
    memory: deque[tuple[np.ndarray, np.ndarray]] = deque(maxlen=MEMORY)
    energy, slope = _energy(uv, area, across)
    for _ in range(STEPS):
        step = -_inverse_hessian(slope, memory, solve)
        if (step * slope).sum() >= 0:
            memory.clear()
            step = -solve(slope)
        share = min(1.0, SAFE * first_flip(uv, step, faces))
        while True:
            found = uv + share * step
            lower, steeper = _energy(found, area, across)
            if lower < energy + 1e-4 * share * (step * slope).sum() or share < 1e-12:
                break
            share *= 0.5
        if not lower < energy:
            break
        memory.append((found - uv, steeper - slope))
        done = energy - lower < ENOUGH * energy
        uv, energy, slope = found, lower, steeper
        if done:
            break
    return uv


def _energy(
    uv: np.ndarray, area: np.ndarray, across: tuple["csr_array", "csr_array"]
) -> tuple[float, np.ndarray]:
    """The energy, 1 at best, and its gradient (V, 2)."""
    (a, c), (b, d) = ((matrix @ uv).T for matrix in across)  # J = [[a, b], [c, d]]
    det = a * d - b * c
    if det.min() <= 0:
        return np.inf, np.zeros_like(uv)
    square = a * a + b * b + c * c + d * d
    each = 0.25 * square * (1 + 1 / det**2)
    outer = area * POWER * each ** (POWER - 1) * 0.25
    by_entry, by_det = 2 * outer * (1 + 1 / det**2), -2 * outer * square / det**3
    slope = across[0].T @ np.stack([by_entry * a + by_det * d, by_entry * c - by_det * b], axis=1)
    slope += across[1].T @ np.stack([by_entry * b - by_det * c, by_entry * d + by_det * a], axis=1)
    return float(area @ each**POWER), slope


def _laplacian_solver(
    area: np.ndarray, across: tuple["csr_array", "csr_array"]
) -> Callable[[np.ndarray], np.ndarray]:
    from scipy.sparse import csr_array, diags_array
    from scipy.sparse.linalg import splu

    weight = diags_array(area)
    one, two = (matrix.T @ weight @ matrix for matrix in across)
    laplacian = csr_array(one + two)
    diagonal = laplacian.diagonal()
    # The whole may move freely: a faint spring to its place makes the matrix regular.
    spring = diags_array(np.full(len(diagonal), 1e-6 * diagonal.mean()))
    return splu((laplacian + spring).tocsc()).solve


def _inverse_hessian(
    slope: np.ndarray,
    memory: deque[tuple[np.ndarray, np.ndarray]],
    solve: Callable[[np.ndarray], np.ndarray],
) -> np.ndarray:
    """L-BFGS's two loops (Nocedal 1980)."""
    found, shares = slope, []
    for move, change in reversed(memory):
        share = (move * found).sum() / (move * change).sum()
        found = found - share * change
        shares.append(share)
    found = solve(found)
    for (move, change), share in zip(memory, reversed(shares), strict=True):
        found = found + (share - (change * found).sum() / (move * change).sum()) * move
    return found


def first_flip(uv: np.ndarray, step: np.ndarray, faces: np.ndarray) -> float:
    """Share of ``step`` (V, 2) after which the first face has no area; ∞ if none ever."""
    a, b, c = (uv[faces[:, k]] for k in range(3))
    p, q, r = (step[faces[:, k]] for k in range(3))
    (ux, uy), (vx, vy), (sx, sy), (tx, ty) = (m.T for m in (b - a, c - a, q - p, r - p))
    # Area along the step: A + B t + C t².
    area = ux * vy - uy * vx
    linear = ux * ty + sx * vy - uy * tx - sy * vx
    square = sx * ty - sy * tx
    under = linear**2 - 4 * square * area
    root = np.sqrt(np.maximum(under, 0))
    # The form that does not divide by a vanishing C.
    with np.errstate(divide="ignore", invalid="ignore"):
        roots = np.stack([2 * area / (-linear + root), 2 * area / (-linear - root)])
    roots = np.where((under >= 0) & np.isfinite(roots) & (roots > 0), roots, np.inf)
    return float(roots.min())
