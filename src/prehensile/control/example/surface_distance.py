"""How far a hand's surface is from an object's, or from another hand's, in a running world."""

import mujoco
import numpy as np

from prehensile.errors import UnknownNameError
from prehensile.hand.segments import FOREARM, PALM
from prehensile.world.observation import Observation
from prehensile.world.world import World


class SurfaceDistance:
    """Smallest distance between collision shapes; negative where they overlap.

    Pairs are tried in the order of a lower bound from bounding spheres, so most are never looked
    at. Shapes are where the world's last solve had them: one step behind the state.

    Args:
        world: to look into.
        target: an object's name, or another hand's.
        hand: the hand that is measured from; the only other one if left out.
        farthest: [m] beyond which it does not matter how far.
        palms: only the palms of hands count, not their fingers: for a handshake.
        enough: [m] nearer than this, it does not matter how near: the search ends.
    """

    def __init__(
        self,
        world: World,
        target: str,
        hand: str | None = None,
        farthest: float = 1.0,
        palms: bool = False,
        enough: float = -np.inf,
    ):
        hands = [h.name for h in world.hands]
        names = [o.name for o in world.objects] + hands
        if target not in names:
            raise UnknownNameError("object or hand", target, names)
        whose = hand if hand is not None else next((h for h in hands if h != target), "")
        if whose not in hands:
            raise UnknownNameError("hand", whose, hands)
        self._model, self._data = world.model, world.data
        self._farthest, self._enough = farthest, enough
        mine = self._of_hand(whose, palms)
        theirs = self._of_hand(target, palms) if target in hands else self._of_object(target)
        self._mine, self._theirs = mine, theirs
        bound = world.model.geom_rbound
        self._reach = bound[mine][:, None] + bound[theirs]
        self._places = world.data.geom_xpos
        self._nearest: tuple[int, int] | None = None
        """where the last search ended"""

    def __call__(self, obs: Observation | None = None) -> float:
        """[m] now; ``farthest`` if it is more. The observation is not needed."""
        best = self._farthest
        if self._nearest is not None:
            # Mostly it still is: then nothing is left to look at, or little.
            best = min(best, self._between(*self._nearest, best))
            if best <= self._enough:
                return best
        places = self._places
        away = places.take(self._mine, 0)[:, None] - places.take(self._theirs, 0)
        apart = (np.sqrt(np.einsum("ijk,ijk->ij", away, away)) - self._reach).ravel()
        near = (apart < best).nonzero()[0]
        bounds = apart[near]
        for k in bounds.argsort().tolist():
            if bounds[k] >= best:
                break
            i, j = divmod(int(near[k]), len(self._theirs))
            found = self._between(i, j, best)
            if found < best:
                best, self._nearest = found, (i, j)
            if best <= self._enough:
                break
        return best

    def _between(self, i: int, j: int, farthest: float) -> float:
        """[m] from one shape to another; ``farthest`` if it is more."""
        mine, theirs = self._mine[i], self._theirs[j]
        reach = max(farthest, 0.0)
        return mujoco.mj_geomDistance(self._model, self._data, mine, theirs, reach, None)

    def _of_hand(self, name: str, palm: bool) -> np.ndarray:
        bodies = self._bodies()
        if palm:
            return np.flatnonzero(bodies == f"{name}/{PALM}")
        mine = np.array([body.startswith(f"{name}/") for body in bodies])
        return np.flatnonzero(mine & (bodies != f"{name}/{FOREARM}"))

    def _of_object(self, name: str) -> np.ndarray:
        return np.flatnonzero(self._bodies() == name)

    def _bodies(self) -> np.ndarray:
        """(geoms,) name of the body each geom belongs to."""
        model = self._model
        return np.array([model.body(int(b)).name for b in model.geom_bodyid])
