"""What a hand adds to its grip while the object still stands, so that it can be lifted unmoved.

Forces of digits that close on something seldom add up to nothing: what it stands on bears the rest,
and when that is gone the object moves and leans until the fingers' springs bear it. People load
their grip before they lift. So does this: as long as the object stands, the wrench with which the
hand is measured to act on it is brought to what will be needed in the air, its weight.
"""

import numpy as np

from prehensile.lie import se3
from prehensile.world.contacts import Touch, stands
from prehensile.world.observation import Observation

LEVER = 0.03
"""[m] Torques count as newtons at this lever."""
SECONDS = 0.15
"""[s] time constant in which the wrench is reached"""
LOADED = 0.8
"""Share of the weight that is borne before the lift; the rest keeps the object where it stands"""
MOST = 0.4
"""Share of the grip that is added, at most"""
SOFTLY = 0.02
"""What a newton at the contacts costs beside one that is missing, both squared"""
GRAVITY = 9.81
"""[m/s²]"""


class Poise:
    """Forces at the contacts that ready an object for being lifted.

    Args:
        target: name of the object.
        mass: [kg]
        com: (3,) [m] centre of mass, object frame
    """

    def __init__(self, target: str, mass: float, com: np.ndarray):
        self._target, self._com = target, com
        self._wanted = np.array([0.0, 0.0, LOADED * mass * GRAVITY, 0.0, 0.0, 0.0])
        self.reset()

    def reset(self) -> None:
        """Forget the last grasp."""
        self._added = np.zeros(6)

    def feel(self, obs: Observation, felt: list[Touch], grip: float) -> None:
        """One step: what is missing is added, as long as the object stands.

        Args:
            obs: now.
            felt: contacts of the hand with the object.
            grip: [N] with which it is held.
        """
        if not felt or not stands(obs, self._target):
            return
        wrench = self._arms(obs, felt).T @ np.concatenate([t.whole for t in felt])
        added = self._added + obs.timestep / SECONDS * (self._wanted - wrench)
        size = float(np.linalg.norm(added))
        self._added = added * min(1.0, MOST * grip / max(size, 1e-9))

    def forces(self, obs: Observation, felt: list[Touch]) -> np.ndarray:
        """(N, 3) [N] world, to add at the contacts: the least that make up the wrench, more where
        more is pressed; nothing at the palm, which does not press by itself.
        """
        if not felt:
            return np.zeros((0, 3))
        press = np.array([0.0 if t.group == "palm" else t.force for t in felt])
        share = np.repeat(press / max(float(press.max()), 1e-9), 3)
        columns = self._arms(obs, felt).T
        system = (columns * share) @ columns.T + SOFTLY * np.eye(6)
        return (share * (columns.T @ np.linalg.solve(system, self._added))).reshape(-1, 3)

    def _arms(self, obs: Observation, felt: list[Touch]) -> np.ndarray:
        """(3 N, 6) From forces at N contacts to their wrench about the centre of mass, torques as
        newtons.
        """
        com = se3.apply(se3.from_pose7(obs.objects[self._target]), self._com)
        x, y, z = (np.array([t.point for t in felt]) - com).T / LEVER
        arms = np.zeros((len(felt), 3, 6))
        arms[:, (0, 1, 2), (0, 1, 2)] = 1.0
        arms[:, 1, 3], arms[:, 2, 3] = -z, y
        arms[:, 0, 4], arms[:, 2, 4] = z, -x
        arms[:, 0, 5], arms[:, 1, 5] = -y, x
        return arms.reshape(-1, 6)
