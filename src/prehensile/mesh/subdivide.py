"""Loop's subdivision of a closed triangle mesh: a triangle becomes four, corners round."""

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from scipy.sparse import csr_array


def loop_subdivision(faces: np.ndarray, n_vertices: int) -> tuple["csr_array", np.ndarray]:
    """One step of subdivision, as a matrix that serves positions and skin weights alike.

    Args:
        faces: (F, 3) of a closed mesh; every edge belongs to two faces.
        n_vertices: V.

    Returns:
        The matrix (V + E, V), whose rows sum to 1, and the new faces (4 F, 3).
    """
    from scipy.sparse import csr_array, vstack

    edges = np.sort(faces[:, [[0, 1], [1, 2], [2, 0]]], axis=-1)  # (F, 3, 2)
    unique, row = np.unique(edges.reshape(-1, 2), axis=0, return_inverse=True)
    row = row.reshape(-1, 3)
    count = len(unique)
    # New vertices: 3/8 of both ends of their edge and 1/8 of the two corners across.
    ends = csr_array(
        (np.full(2 * count, 3 / 8), (np.repeat(np.arange(count), 2), unique.reshape(-1))),
        shape=(count, n_vertices),
    )
    across = csr_array(
        (np.full(row.size, 1 / 8), (row.reshape(-1), faces[:, [2, 0, 1]].reshape(-1))),
        shape=(count, n_vertices),
    )
    # Old vertices move towards their n neighbours by n β(n) (Loop 1987).
    both = np.concatenate([unique, unique[:, ::-1]])
    n = np.bincount(both[:, 0], minlength=n_vertices)
    beta = (5 / 8 - (3 / 8 + np.cos(2 * np.pi / n) / 4) ** 2) / n
    ring = csr_array((beta[both[:, 0]], (both[:, 0], both[:, 1])), shape=(n_vertices, n_vertices))
    kept = csr_array((1 - n * beta, (np.arange(n_vertices),) * 2), shape=(n_vertices, n_vertices))
    matrix = csr_array(vstack([ring + kept, ends + across]))
    a, b, c = faces.T
    ab, bc, ca = (n_vertices + row).T
    quarters = [(a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca)]
    return matrix, np.concatenate([np.stack(q, axis=1) for q in quarters])
