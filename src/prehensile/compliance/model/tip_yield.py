"""By how much a place gives way when it is pushed, and how sure that is."""

from typing import NamedTuple

import numpy as np

from prehensile.compliance.model.compliant_hand import Place, contact_jacobian
from prehensile.hand.compliance import ROOT_NAMES, HandCompliance
from prehensile.hand.hand import Hand


class TipYield(NamedTuple):
    """Of a push along one direction, to first order."""

    value: float
    """[m/N] nᵀ J C Jᵀ n"""
    low: float
    """[m/N] within which it lies, as far as the measured joints go"""
    high: float
    told: float
    """0 to 1: the share of it that measured joints have; the rest is assumed, and adds nothing to
    the interval"""


def tip_yield(
    hand: Hand,
    q: np.ndarray,
    place: Place,
    compliance: HandCompliance,
    direction: np.ndarray,
    T_world_forearm: np.ndarray | None = None,
    share: float = 0.9,
) -> TipYield:
    """How far a place moves along a push of one newton (4.7).

    With v = Jᵀ n the yield is s = vᵀ C v, and ∂s / ∂ log c_j = v_j (C v)_j where a joint's row and
    column grow together; the interval is that of log s with the covariance of the logarithms.

    Args:
        hand: whose.
        q: (dof,) [rad]
        place: that is pushed.
        compliance: of that hand.
        direction: (3,) of the push, world, of any length.
        T_world_forearm: (4, 4)
        share: probability of the interval.
    """
    from scipy.special import ndtri

    n = np.asarray(direction, float) / np.linalg.norm(direction)
    v = contact_jacobian(hand, q, place, T_world_forearm)[:3].T @ n
    slopes = v * (compliance.of(hand) @ v)
    rows = [compliance.joint_names.index(name) for name in (*hand.joint_names, *ROOT_NAMES)]
    value = float(slopes.sum())
    S = compliance.covariance[np.ix_(rows, rows)]
    deviation = np.sqrt(max(0.0, float(slopes @ S @ slopes))) / value
    z = float(ndtri(0.5 + share / 2)) * deviation
    told = float(slopes[compliance.estimated[rows]].sum()) / value
    return TipYield(value, value * np.exp(-z), value * np.exp(z), told)
