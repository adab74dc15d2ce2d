"""The reduced pose space of the phases' targets (3.3.3), the same for all of them.

A coordinate is one from the lowest to the highest of the poses that it was made of, nought at their
mean, so that one σ suits all.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from prehensile.errors import InputError
from prehensile.hand.corpus import corpus, corpus_pose
from prehensile.hand.hand import Hand
from prehensile.synergy.posture import PostureBasis, posture_basis

WRIST_SPREAD = 0.3
"""[rad] of the wrist's two angles for one of their coordinates"""


class PoseSpace(NamedTuple):
    """Targets q̃ of a hand from a few coordinates; the wrist's flexion and deviation may be two
    more.
    """

    basis: PostureBasis
    spread: np.ndarray
    """(k,) [rad] from the lowest to the highest of the poses"""
    lower: np.ndarray
    upper: np.ndarray
    """(dof,) [rad] of the hand's joints"""
    wrist: bool = False

    @property
    def parameters(self) -> int:
        """M of a phase."""
        return self.basis.components + 2 * self.wrist

    def targets(self, p: np.ndarray) -> np.ndarray:
        """(..., dof) [rad] at coordinates (..., m), inside the joints' limits."""
        k = self.basis.components
        q = self.basis.posture(p[..., :k] * self.spread)
        if self.wrist:
            q[..., :2] = WRIST_SPREAD * p[..., k:]
        return np.clip(q, self.lower, self.upper)

    def coordinates(self, q: np.ndarray) -> np.ndarray:
        """(..., m) of what the space says best of postures (..., dof) [rad]; the wrist straight."""
        p = self.basis.project(np.where(self.basis.wrist, 0.0, q)) / self.spread
        return np.concatenate([p, np.zeros((*p.shape[:-1], 2 * self.wrist))], axis=-1)

    def drawn(self, rng: np.random.Generator) -> np.ndarray:
        """(m,) coordinates between the outermost of the poses; the wrist straight."""
        inside = rng.uniform(self.basis.lower, self.basis.upper) / self.spread
        return np.concatenate([inside, np.zeros(2 * self.wrist)])


def pose_space(
    hand: Hand, components: int, poses: Sequence[str] = (), wrist: bool = False
) -> PoseSpace:
    """From poses of the corpus, all if none are named.

    Raises:
        InputError: fewer poses than components.
        UnknownNameError: a pose that is not in the corpus.
    """
    names = tuple(poses) or tuple(corpus())
    if len(names) <= components:
        raise InputError(
            f"{len(names)} poses span fewer than {components} components; choose more poses."
        )
    samples = np.array([corpus_pose(name).q for name in names])
    return space_of(hand, samples, components, wrist)


def space_of(hand: Hand, samples: np.ndarray, components: int, wrist: bool = False) -> PoseSpace:
    """From sampled postures (N, dof) [rad], such as those of recordings (7.2)."""
    basis = posture_basis(samples, hand.joint_names, components)
    return PoseSpace(basis, basis.upper - basis.lower, hand.lower, hand.upper, wrist)
