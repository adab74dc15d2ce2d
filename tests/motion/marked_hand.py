"""A hand with markers glued to it, moved by forward kinematics: what cameras would see."""

import numpy as np

from prehensile.hand.spec import HandSpec
from prehensile.kinematics.fit.marker_site import site_offset
from prehensile.kinematics.forward import segment_transforms
from prehensile.kinematics.ik.finger import COUPLING
from prehensile.lie import se3
from prehensile.motion.mocap.marker_names import marker_places

NAMES = (
    "hand_a", "hand_b", "hand_c",
    *(f"{digit}_{part}" for digit in ("thumb", "index", "middle", "ring", "little")
      for part in ("middle", "tip")),
)  # fmt: skip
ON_PALM = {
    "hand_a": (0.06, 0.01, 0.02),
    "hand_b": (0.02, 0.02, 0.02),
    "hand_c": (0.02, -0.015, 0.022),
}


class MarkedHand:
    """Somebody's hand that closes and opens while its wrist moves.

    Attributes:
        hand, names, q (T, 23) [rad], T (T, 4, 4), points (T, K, 3) [m].
    """

    def __init__(self, side="right", seed=4, frames=80, noise=0.0):
        rng = np.random.default_rng(seed)
        self.spec = HandSpec.sample(seed, side)
        self.hand, self.names = self.spec.build(), NAMES
        wave = 0.5 - 0.5 * np.cos(np.linspace(0, 2 * np.pi, frames))[:, None]
        open_hand = 0.6 * self.spec.rest
        closed = np.clip(self.spec.rest + rng.uniform(0.2, 0.8, 23), None, 0.9 * self.hand.upper)
        abd = [k for k, n in enumerate(self.hand.joint_names) if n.endswith("_abd")]
        closed[abd] = open_hand[abd] + rng.uniform(-0.1, 0.1, len(abd))
        self.q = open_hand + wave * (closed - open_hand)
        self.q[:, :3] = 0.0
        for finger in ("index", "middle", "ring", "little"):
            pip, dip = (self.hand.joint_index(f"{finger}_{j}_flex") for j in ("pip", "dip"))
            self.q[:, dip] = COUPLING * self.q[:, pip]
        twist = np.linspace(0, 1, frames)[:, None] * np.array([0.2, 0.1, 0.05, 0.4, -0.3, 0.5])
        self.T = se3.exp(twist) @ se3.exp([0.3, 0.2, 1.0, 0.5, 0.2, -0.4])
        mirror = np.array([1.0, -1.0 if side == "left" else 1.0, 1.0])
        right = HandSpec("right", self.spec.bone_lengths, self.spec.breadth).build()
        poses = segment_transforms(self.hand, self.q, self.T)
        points = []
        for name, site in marker_places(NAMES).sites.items():
            if name in ON_PALM:
                offset = np.array(ON_PALM[name])
            else:
                offset = site_offset(right, site) + rng.normal(0, 0.5, 3) * site.spread
            points.append(se3.apply(poses[site.segment], mirror * offset))
        self.points = np.stack(points, axis=1) + noise * rng.normal(size=(frames, len(NAMES), 3))

    def swapped(self, first, second, start=0):
        """The points with two labels exchanged from a frame on."""
        i, j = self.names.index(first), self.names.index(second)
        points = self.points.copy()
        points[start:, [i, j]] = points[start:, [j, i]]
        return points
