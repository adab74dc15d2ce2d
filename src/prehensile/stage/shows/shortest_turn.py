"""The least turn that brings one direction to another."""

import numpy as np

PARALLEL = 1e-12


def shortest_turn(old: np.ndarray, new: np.ndarray) -> np.ndarray:
    """(3,) [rad] rotation vector from ``old`` (3,) to ``new`` (3,), of any lengths.

    Opposite directions are half a turn apart, about any axis across; nothing is turned where one
    has no length.
    """
    axis = np.cross(old, new)
    sine, cosine = float(np.linalg.norm(axis)), float(np.dot(old, new))
    size = float(np.linalg.norm(old) * np.linalg.norm(new))
    if sine > PARALLEL * size:
        return np.arctan2(sine, cosine) * axis / sine
    if cosine >= 0:
        return np.zeros(3)
    across = np.cross(old, np.eye(3)[np.abs(old).argmin()])
    return np.pi * across / np.linalg.norm(across)
