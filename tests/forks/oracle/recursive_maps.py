"""Wrench and twist maps link by link: Procedure 4-3, (4.16)–(4.19), corrected and as printed."""

import numpy as np
from tests.forks.oracle.recursion import Recursion

from prehensile.forks.mechanism.mechanism import Mechanism
from prehensile.lie import se3


def wrench_maps(recursion: Recursion, effector: str) -> np.ndarray:
    """(links, 6, 6) wrench arriving at each link for a wrench on one end effector (4.16)."""
    mechanism = recursion.mechanism
    W = np.zeros((len(mechanism.links), 6, 6))
    W[mechanism.effector_rows([effector])[0]] = np.eye(6)
    for k in reversed(mechanism.order):
        for j in mechanism.parent_joints[k]:
            W[mechanism.parent_rows[j]] += recursion.local_maps[j, k] @ W[k]
    return W


def twist_maps(recursion: Recursion, effector: str, published: bool = False) -> np.ndarray:
    """(links, 6, 6) twist of each link for a wrench on one end effector.

    (4.19) counts the motion of shared ancestors twice where branchings are nested. Right is to
    telescope over the branching ancestors a₁ (nearest), a₂, …, with a₀ the link itself:

        φ_i = K_ii⁻¹ ⁱW_e + Σ_k Ad K_{a_k}⁻¹ (^{a_k}W_e − Adᵀ ^{a_{k−1}}W_e)

    Args:
        recursion: of a tree.
        effector: which end effector.
        published: (4.19) as printed.
    """
    mechanism = recursion.mechanism
    pulled = int(mechanism.effector_rows([effector])[0])
    W = wrench_maps(recursion, effector)
    out = np.zeros_like(W)
    for i in range(len(mechanism.links)):
        if i == mechanism.base:
            continue
        out[i] = recursion.blocks[i, i] @ W[i]
        before = i
        for a in _branchings(mechanism, i, pulled):
            Ad = _carry(mechanism, a, i)  # from frame a to frame i
            inner = i if published else before
            arrived = _carry(mechanism, a, inner).T @ W[inner]
            out[i] += Ad @ recursion.blocks[a, a] @ (W[a] - arrived)
            before = a
    return out


def _branchings(mechanism: Mechanism, link: int, pulled: int) -> list[int]:
    """Ancestors of a link of a tree at which it branches, nearest first, the base left out.

    An end effector that carries further links counts: its wrench joins in there.
    """
    found, k = [], link
    while mechanism.parent_joints[k]:
        k = int(mechanism.parent_rows[mechanism.parent_joints[k][0]])
        branches = len(mechanism.child_joints[k]) > 1 or k == pulled
        if branches and k != mechanism.base:
            found.append(k)
    return found


def _carry(mechanism: Mechanism, source: int, target: int) -> np.ndarray:
    """Ad that takes twists from one link's frame to another's, at rest."""
    return se3.adjoint(se3.inverse(mechanism.T_world[target]) @ mechanism.T_world[source])
