"""What a step hands on to the next, by the keys of contacts that are still there."""

import numpy as np


def matched(old: np.ndarray, new: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Rows of the same keys in both."""
    _, i, j = np.intersect1d(old, new, return_indices=True)
    return i, j


def last_wrench(key: np.ndarray, wrench: np.ndarray, new: np.ndarray) -> np.ndarray:
    """(N, 6) of the last step's contacts, for those of keys ``new`` (N,); 0 where there was none.

    Args:
        key: (L,) of the last step's contacts.
        wrench: (L, 6) at them.
        new: (N,)
    """
    i, j = matched(key, new)
    found = np.zeros((len(new), 6))
    found[j] = wrench[i]
    return found


def last_basis(
    key: np.ndarray, basis: np.ndarray, hinge_basis: np.ndarray, new: np.ndarray, columns: int
) -> np.ndarray:
    """Where Lemke begins: the last basis for contacts of keys ``new`` (N,), (0,) if there is none.

    Args:
        key: (L,) of the last step's contacts.
        basis: (L, K + 1) β, then λ, a row for each of them.
        hinge_basis: of what comes after the contacts.
        new: (N,)
        columns: K
    """
    i, j = matched(key, new)
    if basis.shape[1:] != (columns + 1,) or (not len(i) and not len(hinge_basis)):
        return np.zeros(0, bool)
    rows = np.zeros((len(new), columns + 1), bool)
    rows[j] = basis[i]
    return np.concatenate([rows[:, :columns].ravel(), rows[:, columns], hinge_basis])
