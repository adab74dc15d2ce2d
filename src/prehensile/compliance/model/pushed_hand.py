"""A compliant hand that is pushed at one place: where it comes to rest (Kry 2005, 4.6).

The hand is massless, as in the thesis: θ = θ_r + C J(θ)ᵀ f, with the lever arms of where it ends.
"""

import numpy as np

from prehensile.compliance.model.compliant_hand import Place, contact_torques, full_compliance
from prehensile.hand.compliance import HandCompliance
from prehensile.hand.hand import Hand

ROUNDS = 60
"""at most: beyond, it is on its way through an unstable place, and the next call goes on"""
SHARE = 0.6
"""of the way to what the lever arms say, in each round; all of it may swing about the rest"""
SETTLED = 1e-9
"""[rad] or [m] unless told otherwise"""


def bent_by(
    hand: Hand,
    q_ref: np.ndarray,
    place: Place,
    force: np.ndarray,
    compliance: np.ndarray | HandCompliance,
    T_world_forearm: np.ndarray | None = None,
    start: np.ndarray | None = None,
    settled: float = SETTLED,
) -> np.ndarray:
    """(dof + 3,) [rad] θ − θ_r under a dead force, the last three [m] of the forearm, world.

    Joints stop at the ends of their ranges.

    Args:
        hand: whose.
        q_ref: (dof,) [rad] where its springs rest.
        place: where it is pushed.
        force: (3,) [N] on the hand, world.
        compliance: as `endpoint_compliance` takes it.
        T_world_forearm: (4, 4) of the hand that nothing pushes.
        start: (dof + 3,) where to begin, such as the answer to a force nearby.
        settled: [rad] or [m] that a round moves it, below which it rests.
    """
    C = full_compliance(hand, compliance)
    T = np.eye(4) if T_world_forearm is None else np.array(T_world_forearm, float)
    low = np.append(np.minimum(hand.lower - q_ref, 0), np.full(3, -np.inf))
    high = np.append(np.maximum(hand.upper - q_ref, 0), np.full(3, np.inf))
    bent = np.zeros(hand.dof + 3) if start is None else np.array(start, float)
    for _ in range(ROUNDS):
        # Moving the whole hand changes no lever arm: T may stay.
        torques = contact_torques(hand, q_ref + bent[: hand.dof], place, force, T)
        step = SHARE * (np.clip(C @ torques, low, high) - bent)
        bent = bent + step
        if np.abs(step).max() < settled:
            break
    return bent
