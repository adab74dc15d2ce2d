"""Lowest natural frequency of a full mechanism, loops included."""

import numpy as np

from prehensile.forks.mechanism.mechanism import Mechanism
from prehensile.forks.statics.statics import State, Statics, rest_state


def first_frequency(mechanism: Mechanism, state: State | None = None) -> float:
    """[Hz] of the slowest undamped vibration about a state, the base held.

    By Lanczos on M^½ C M^½, with C the compliance of all links at once: one sparse factorisation,
    whether the mechanism is a tree or not.
    """
    from scipy.sparse.linalg import LinearOperator, eigsh

    statics = Statics(mechanism, rest_state(mechanism) if state is None else state)
    root = np.linalg.cholesky(mechanism.spatial_inertia)
    links = len(mechanism.links)

    def apply(x: np.ndarray) -> np.ndarray:
        momentum = np.einsum("lab,lb->la", root, x.reshape(links, 6))
        twist = statics.respond(momentum[..., None])[0][..., 0]
        return np.einsum("lba,lb->la", root, twist).ravel()

    size = 6 * links
    operator = LinearOperator((size, size), matvec=apply, dtype=float)  # pyright: ignore[reportCallIssue]
    start = np.random.default_rng(0).normal(size=size)
    largest = eigsh(operator, k=1, which="LA", v0=start, return_eigenvectors=False)
    return float(1 / np.sqrt(largest[0]) / (2 * np.pi))
