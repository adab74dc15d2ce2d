"""Effective compliance link by link, as the thesis builds it: Procedure 4-2, for trees.

The package solves the whole graph at once (`statics.compliance`); this is what it is checked with.
Chaining (4.7), splitting (4.8–4.9) and merging (4.10–4.11). On trees it equals the constrained
system of the whole graph. Merging is exact only downstream of a single loop: an end effector inside
a loop does not feel what closes it. Two forms of merging:

- ``exact``: K_kk⁻¹ is minus the lower-right block of the inverse of (4.13), the one that (4.14)
  ignores. Rigid directions of either chain stay rigid.
- ``published``: the truncated inverse of (4.11), in which rigid becomes zero stiffness whenever the
  chains have different rigid directions.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from prehensile.errors import InputError
from prehensile.forks.mechanism.joint_table import joint_table
from prehensile.forks.mechanism.mechanism import Mechanism
from prehensile.forks.statics.spectrum import spectrum
from prehensile.lie import se3

Merging = Literal["exact", "published"]


@dataclass(frozen=True, eq=False)
class Recursion:
    """Compliances of all pairs of links, and how wrenches are handed towards the base."""

    mechanism: Mechanism
    blocks: np.ndarray
    """(links, links, 6, 6) twist of the first for a wrench on the second, each in its own frame"""
    local_maps: dict[tuple[int, int], np.ndarray]
    """(joint, child) → (6, 6): wrench on the child → wrench handed to the joint's parent, in the
    parent's frame; (4.14) or (4.15)"""

    def compliance(self, effectors: tuple[str, ...]) -> np.ndarray:
        """(6 E, 6 E) as `Linearisation.compliance`."""
        rows = self.mechanism.effector_rows(effectors)
        picked = self.blocks[np.ix_(rows, rows)]
        return picked.transpose(0, 2, 1, 3).reshape(6 * len(rows), -1)


def recurse(
    mechanism: Mechanism, merging: Merging = "exact", joint_values: np.ndarray | None = None
) -> Recursion:
    """Walk from the base outwards, every link after all its parents.

    (Procedure 4-2 as printed merges before the other parent is visited.)

    Args:
        mechanism: every link must be reached along the arrows.
        merging: which form.
        joint_values: (J, D) stiffness of each joint; the joints' own if left out. The thesis
            chains inverse mass the same way, which does not hold: see `published_mass`.

    Raises:
        InputError: a link cannot be reached along the arrows.
    """
    table, n = joint_table(mechanism), len(mechanism.links)
    stiffness = table.stiffness if joint_values is None else joint_values
    if (stiffness[table.used] <= 0).any():
        name = next(j.name for j in mechanism.joints if (j.stiffness <= 0).any())
        raise InputError(
            f"joint {name!r} has no stiffness to chain; use the exact compliance of the whole "
            "graph instead."
        )
    blocks = np.zeros((n, n, 6, 6))
    maps: dict[tuple[int, int], np.ndarray] = {}
    done: list[int] = [mechanism.base]
    for k in mechanism.order:
        if k == mechanism.base:
            continue
        joints = mechanism.parent_joints[k]
        if not joints:
            raise InputError(
                f"link {mechanism.links[k].name!r} cannot be reached from the base along the "
                "arrows; use the exact compliance of the whole graph instead."
            )
        carry, own = zip(*(_through(mechanism, table.screws, stiffness, j) for j in joints),
                         strict=True)  # fmt: skip
        parents = mechanism.parent_rows[list(joints)]
        m = len(joints)
        K = np.zeros((6 * m, 6 * m))  # (4.8) between virtual copies, all in frame k
        for a in range(m):
            for b in range(m):
                block = carry[a] @ blocks[parents[a], parents[b]] @ carry[b].T
                K[6 * a : 6 * a + 6, 6 * b : 6 * b + 6] = block + (own[a] if a == b else 0)
        whole, shares = _merge(K, mechanism.radius, merging)
        blocks[k, k] = whole
        for a, j in enumerate(joints):
            maps[j, k] = carry[a].T @ shares[a]
        for other in done:  # (4.9), through whichever parents
            cross = sum(blocks[other, p] @ maps[j, k] for p, j in zip(parents, joints, strict=True))
            blocks[other, k], blocks[k, other] = cross, np.transpose(cross)
        done.append(k)
    return Recursion(mechanism, blocks, maps)


def published_mass(mechanism: Mechanism) -> np.ndarray:
    """(J, D) 4.2.1's M_θ = Jᵀ M J of each joint's own link, to chain as if it were a stiffness."""
    table = joint_table(mechanism)
    Ad = se3.adjoint(mechanism.T_child_joint)
    twists = np.einsum("jab,jdb->jda", Ad, table.screws)
    M = mechanism.spatial_inertia[mechanism.child_rows]
    return np.where(table.used, np.einsum("jda,jab,jdb->jd", twists, M, twists), 1.0)


def _through(
    mechanism: Mechanism, screws: np.ndarray, stiffness: np.ndarray, j: int
) -> tuple[np.ndarray, np.ndarray]:
    """Ad from the parent's to the child's frame, and the joint's own compliance there: (4.7)."""
    from_joint = se3.adjoint(mechanism.T_child_joint[j])
    carry = from_joint @ se3.adjoint(se3.inverse(mechanism.T_parent_joint[j]))
    J = from_joint @ screws[j].T
    return carry, (J / stiffness[j]) @ J.T


def _merge(K: np.ndarray, length: float, merging: Merging) -> tuple[np.ndarray, list[np.ndarray]]:
    """Compliance of the merged link and each chain's share of its wrench: (4.11), (4.13–4.14)."""
    m = len(K) // 6
    if m == 1:
        return K, [np.eye(6)]
    copies = np.tile(np.eye(6), m)
    system = np.block([[K, copies.T], [copies, np.zeros((6, 6))]])
    right = np.vstack([np.zeros((6 * m, 6)), np.eye(6)])
    scale = np.tile([length] * 3 + [1.0] * 3, m + 1)
    size = float(np.abs(K / np.outer(scale[:-6], scale[:-6])).max())
    scale[-6:] = 1 / scale[-6:] / size
    row = 1 / scale  # scaled to numbers of one size before the rank is judged
    solved = (
        row[:, None]
        * np.linalg.lstsq(
            system * np.outer(row, row) / size, row[:, None] * right / size, rcond=1e-12
        )[0]
    )
    shares = [solved[6 * a : 6 * a + 6] for a in range(m)]
    if merging == "exact":
        return -solved[-6:], shares
    stiffness = copies @ truncated_inverse(K, length) @ copies.T
    return truncated_inverse_of_stiffness(stiffness, length), shares


def truncated_inverse_of_stiffness(stiffness: np.ndarray, length: float) -> np.ndarray:
    """Compliance (6, 6) that is zero where the stiffness is."""
    return truncated_inverse(stiffness, 1 / length)


def truncated_inverse(compliance: np.ndarray, length: float) -> np.ndarray:
    """Stiffness (6 E, 6 E) that is zero in the rigid directions."""
    s = spectrum(compliance, length)
    U = s.vectors[:, : s.rank]
    inverse = (U / s.values[: s.rank]) @ U.T
    return inverse / np.outer(s.scale, s.scale)
