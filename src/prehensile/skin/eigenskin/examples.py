"""Examples of one skin, from wherever they come, and what is learned from them."""

from dataclasses import dataclass

import numpy as np

from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.skin.eigenskin.blend import SkinBlend, posed
from prehensile.skin.eigenskin.fit import EMPHASIS, KEPT, fit_eigenskin, single_joints
from prehensile.skin.eigenskin.model import EigenSkin
from prehensile.skin.rig.interpolation import NEAREST

FARTHEST = 0.02
"""[m] Median distance to blend skinning beyond which an example is not in the skin's frame."""
OPPOSITE = 0.5
"""Cosine from which on two ways to turn a joint count as the same."""


@dataclass(frozen=True, eq=False)
class SkinExamples:
    """Shapes of a skin at poses of its hand."""

    blend: SkinBlend
    """the skin at rest, and its weights"""
    hand: Hand
    names: tuple[str, ...]
    """(P,) what each example is called where it comes from"""
    q: np.ndarray
    """(P, dof) [rad] joint angles"""
    shapes: np.ndarray
    """(P, V, 3) [m] with the forearm at the origin"""
    unseen: np.ndarray | None = None
    """(P,) bool: examples to judge by, not to learn from; none if left out"""
    one_sided: bool = False
    """whether joints may be shown bent one way only; blend skinning is then right the other way,
    where the line through the examples would take away what they add"""

    def fitted(self, kept: int = KEPT, emphasis: float = EMPHASIS) -> EigenSkin:
        """Corrections of every joint that has examples of its own.

        Args:
            kept: displacements per joint.
            emphasis: see `prehensile.skin.eigenskin.fit.EMPHASIS`; 0 as published.

        Raises:
            InputError: two examples of one pose, none that moves a single joint, or one that is
                not a shape of this skin.
        """
        off = np.linalg.norm(self.shapes - self.blended(), axis=-1)
        wrong = np.median(off, axis=1) > FARTHEST
        if wrong.any():
            k = int(wrong.argmax())
            raise InputError(
                f"the example {self.names[k]!r} lies {1e3 * np.median(off[k]):.0f} mm from the "
                "skin at its pose; give it in the frame and unit of the hand at rest, its wrist "
                "straight, with the same order of vertices."
            )
        learned = self.learned
        for n, k in enumerate(learned):
            same = np.abs(self.q[learned[:n]] - self.q[k]).max(axis=1, initial=0.0) < NEAREST
            if same.any():
                raise InputError(
                    f"the examples {self.names[learned[int(same.argmax())]]!r} and "
                    f"{self.names[k]!r} have the same pose; remove one."
                )
        q, shapes = self.q[learned], self.shapes[learned]
        if self.one_sided:
            other = self._other_side()
            q = np.concatenate([q, other])
            plain = posed(self.blend.maps(self.hand, other), self.blend.rest)
            shapes = np.concatenate([shapes, plain])
        return fit_eigenskin(self.blend, self.hand, q, shapes, kept, emphasis=emphasis)

    @property
    def learned(self) -> np.ndarray:
        """Rows of the examples to learn from.

        None of the rest pose: nothing is added there, whatever an example shows.
        """
        away = np.abs(self.q - self.blend.q_rest).max(axis=1, initial=0.0) >= NEAREST
        return np.flatnonzero(away if self.unseen is None else away & ~self.unseen)

    def _other_side(self) -> np.ndarray:
        """(M, dof) [rad] mirror images about the rest pose of those examples that have none."""
        owners, turns = self.joints(), self.q - self.blend.q_rest
        found = []
        for k, owner in enumerate(owners):
            same = [j for j, other in enumerate(owners) if owner is not None and other == owner]
            size = np.linalg.norm(turns[same], axis=1) * np.linalg.norm(turns[k])
            if same and not (turns[same] @ -turns[k] > OPPOSITE * size).any():
                found.append(self.blend.q_rest - turns[k])
        return np.array(found).reshape(-1, self.q.shape[1])

    def blended(self) -> np.ndarray:
        """(P, V, 3) [m] what blend skinning alone makes of the skin at every pose."""
        return posed(self.blend.maps(self.hand, self.q), self.blend.rest)

    def joints(self) -> list[str | None]:
        """(P,) the joint that each example is learned for; None: unseen, at rest, or several."""
        owners, learned = single_joints(self.blend, self.q), set(self.learned.tolist())
        return [owner if k in learned else None for k, owner in enumerate(owners)]
