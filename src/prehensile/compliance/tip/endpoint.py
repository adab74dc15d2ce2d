"""Endpoint stiffness of a fingertip from joint compliances (Kry 2005, 4.7 and Table 4.4's k_G)."""

from typing import NamedTuple

import numpy as np

from prehensile.compliance.model.compliant_hand import stiffness_along
from prehensile.hand.compliance import ROOT_COMPLIANCE


class Endpoint(NamedTuple):
    """Along one direction, either way of reading it."""

    free: float
    """[N/m] 1/(nᵀCn): the fingertip may slide sideways, as on a slippery platform"""
    held: float
    """[N/m] nᵀC⁻¹n: it may not"""


def endpoint(lever: np.ndarray, normal: np.ndarray, compliance: np.ndarray) -> Endpoint:
    """Both stiffnesses of a touched point.

    The root's translations, which keep C invertible, count only where it is inverted: nobody
    measured them, and a forearm that is held still has none.

    Args:
        lever: (3, n) [m/rad] of the point.
        normal: (3,) n.
        compliance: (n,) [rad/Nm]
    """
    C = (lever * compliance) @ lever.T
    n = normal / np.linalg.norm(normal)
    _, held = stiffness_along(C + ROOT_COMPLIANCE * np.eye(3), n)
    return Endpoint(float(1 / (n @ C @ n)), float(held))
