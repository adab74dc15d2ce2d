"""Skin slides over bones as a joint bends, and markers with it: how far, the recording tells.

A marker that moves along its segment cannot be explained by any joint, so that what is left of the
markers after a fit shows it. Without this, angles at the last joints are off by up to a degree.
"""

import numpy as np

from prehensile.compliance.recorded.digit_chain import DigitChain
from prehensile.hand.segments import PALM

USUAL = 2.0e-3
"""[m/rad] standard deviation of what is believed before"""
NOISE = 1.0e-4
"""[m] of a filtered marker"""
EVERY = 5
"""instants of which one is looked at"""
ALONG = np.array([1.0, 0.0, 0.0])
"""unit, in a segment's frame: from joint to joint"""

Places = list[tuple[str, np.ndarray]]
"""markers: segment, and point (3,) [m] in its frame"""


def skin_slip(
    chain: DigitChain, places: Places, seen: np.ndarray, q: np.ndarray, T: np.ndarray
) -> np.ndarray:
    """(M,) [m/rad] by which each marker moves along its segment as the joint before it bends.

    Nought on the palm.

    Args:
        chain: the digit.
        places: of M markers.
        seen: (N, M, 3) [m] filtered; NaN where hidden.
        q: (N, n) [rad] fitted to them.
        T: (4, 4) of the forearm.
    """
    some = np.flatnonzero(np.isfinite(seen).all((1, 2)))[::EVERY]
    found = np.zeros(len(places))
    bends = _bends(chain, places, q[some])
    moving = np.flatnonzero(bends.any(axis=0))
    if not len(some) or not len(moving):
        return found
    own, J = chain.markers(q[some], places, T)
    n, rows = J.shape[-1], 3 * len(places)
    left = (seen[some] - own).reshape(len(some), rows)
    columns = np.zeros((len(some), len(places), 3, len(moving)))
    axes = _axes(chain, places, q[some], T)
    for k, m in enumerate(moving):
        columns[:, m, :, k] = bends[:, m, None] * axes[:, m]
    D, flat = columns.reshape(len(some), rows, -1), J.reshape(len(some), rows, n)
    # What joints could explain is taken out, instant by instant.
    gram = np.swapaxes(flat, 1, 2) @ flat + 1e-12 * np.eye(n)
    D = D - flat @ np.linalg.solve(gram, np.swapaxes(flat, 1, 2) @ D)
    A = np.einsum("nip,niq->pq", D, D) + (NOISE / USUAL) ** 2 * np.eye(len(moving))
    found[moving] = np.linalg.solve(A, np.einsum("nip,ni->p", D, left))
    return found


def slipped(
    chain: DigitChain, places: Places, slip: np.ndarray, q: np.ndarray, T: np.ndarray
) -> np.ndarray:
    """(N, M, 3) [m] world: by how much markers have moved with the skin.

    Args:
        chain: the digit.
        places: of M markers.
        slip: (M,) [m/rad]
        q: (N, n) [rad]
        T: (4, 4) of the forearm.
    """
    return (slip * _bends(chain, places, q))[..., None] * _axes(chain, places, q, T)


def _bends(chain: DigitChain, places: Places, q: np.ndarray) -> np.ndarray:
    """(N, M) [rad] of the flexion before each marker's segment; 0 on the palm."""
    found = np.zeros((len(q), len(places)))
    flexion = {
        link.name: column
        for link in chain.links
        for column, _ in link.joints
        if chain.joint_names[column].endswith("_flex") and link.name != PALM
    }
    for m, (segment, _) in enumerate(places):
        if segment in flexion:
            found[:, m] = q[:, flexion[segment]]
    return found


def _axes(chain: DigitChain, places: Places, q: np.ndarray, T: np.ndarray) -> np.ndarray:
    """(N, M, 3) unit, world: along each marker's segment."""
    ends = [(segment, point + ALONG) for segment, point in places]
    return chain.markers(q, ends, T)[0] - chain.markers(q, places, T)[0]
