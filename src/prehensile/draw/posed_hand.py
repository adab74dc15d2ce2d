"""A hand in a scene, whichever kind it is: in its rig's skin, meshes or collision shapes."""

from typing import NamedTuple

import numpy as np

from prehensile.appearance.worn import SKIN_DRESS
from prehensile.draw.floor import scattered
from prehensile.draw.scene import Scene
from prehensile.hand.hand import Hand
from prehensile.hand.segments import FOREARM, GROUPS, group_of_segment
from prehensile.hand.spec import HandSpec
from prehensile.skin.dress import Dress
from prehensile.skin.rig.blend import posed_skin
from prehensile.skin.rig.rig import Rig

ARM_OF_LENGTH, LOADED_ARM_OF_LENGTH = 0.3, 1.0
"""How much of a hand's forearm has to be in the picture, over the hand's length; a loaded hand's
motors are often there."""


class PosedHand(NamedTuple):
    """A rig's vertices in one pose, world."""

    rig: Rig
    vertices: np.ndarray
    """(V, 3) float32 [m]"""
    normals: np.ndarray
    """(V, 3) float32 unit"""
    in_view: np.ndarray
    """(V,) bool: all but the far end of a long forearm"""

    def parts(self, spacing: float) -> list[np.ndarray]:
        """Points all over each digit and the palm, ``spacing`` [m] apart; the forearm left out."""
        rig = self.rig
        strongest = rig.joints[np.arange(len(rig.joints)), rig.weights.argmax(axis=1)]
        groups = [
            -1 if name == FOREARM else GROUPS.index(group_of_segment(name)) for name in rig.segments
        ]
        group = np.array(groups)[strongest][rig.faces[:, 0]]
        return [
            scattered(self.vertices, rig.faces[group == k], spacing)
            for k in range(len(GROUPS))
            if (group == k).any()
        ]


def posed_hand(
    hand: Hand, q: np.ndarray, T: np.ndarray | None, dress: Dress = SKIN_DRESS, level: int = 1
) -> PosedHand:
    """A hand at ``q`` (dof,) [rad], ``T`` = T_world_forearm (4, 4)."""
    rig = dress.rig(hand, level)
    vertices, normals = posed_skin(rig, hand, q, T)
    on_arm = np.array([name == FOREARM for name in rig.segments])[rig.joints[:, 0]]
    share = ARM_OF_LENGTH if isinstance(hand.spec, HandSpec) else LOADED_ARM_OF_LENGTH
    far = on_arm & (rig.vertices[:, 0] < -share * hand.length)
    return PosedHand(rig, vertices, normals, ~far)


def add_posed_hand(
    scene: Scene,
    hand: Hand,
    q: np.ndarray,
    T: np.ndarray | None,
    dress: Dress = SKIN_DRESS,
    level: int = 1,
    blood: np.ndarray | None = None,
) -> np.ndarray:
    """Put a hand into a scene; returns points (N, 3) [m] that a camera should have in view.

    Args:
        scene: where.
        hand: that is drawn.
        q: (dof,) [rad].
        T: T_world_forearm (4, 4); None is the identity.
        dress: what it is drawn in.
        level: of detail of our own skin; 2 for large pictures.
        blood: (5, 4) of its fingertips; at rest if left out.
    """
    posed = posed_hand(hand, q, T, dress, level)
    scene.add_hand(posed.rig, posed.vertices, posed.normals, dress.picture(hand, blood))
    return posed.vertices[posed.in_view]
