"""The dense set of 6.2.2: grasps made once, of which a query picks by collision tests alone.

No step is simulated. A candidate is put on the hold, and counts as well as its pads support the
pull; one that sinks into hold or wall does not count.
"""

from typing import NamedTuple

import mujoco
import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.joints import FINGERS
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.holds.kinds.hold import Hold
from prehensile.holds.optimise.arm import start_pose
from prehensile.holds.optimise.family import (
    HIGH,
    LOW,
    STARTS,
    STEP,
    Style,
    StyleShape,
    shape_grasp,
    style_shape,
)
from prehensile.holds.optimise.reach import HoldGrasp
from prehensile.world.scene import HandInScene, Scene, name_hands, name_objects

NEAR = 0.004
"""[m] within which a pad counts as touching once the finger squeezes"""
SUNK = 0.003
"""[m] that a segment may overlap with the hold before the fingers give way"""


BLOCKED = 0.5
"""fingers' worth that it costs if the open hand is in the way, at the waypoint or at the hold"""


class DenseAnswer(NamedTuple):
    """The best candidate, without any promise."""

    grasp: HoldGrasp
    style: Style
    score: float
    """how well its pads support the pull: at most one a finger"""
    left: int
    """candidates that sink into nothing and support something"""


class DenseSet:
    """Candidates for one hand, made once for all holds."""

    def __init__(self, hand: Hand, count: int = 400, seed: int = 0):
        self._hand = hand
        self._styles = _styles(count, seed)
        self._shapes: dict[tuple[str, ...], list[StyleShape]] = {}
        for fingers in (FINGERS, FINGERS[:2]):
            self._shapes_for(fingers)

    def query(self, hold: Hold, direction: np.ndarray) -> DenseAnswer:
        """The candidate whose pads support a pull along ``direction`` (3,) best."""
        check = _Check(hold, self._hand, direction)
        best, most, left = None, -np.inf, 0
        for shape in self._shapes_for(hold.fingers):
            grasp = shape_grasp(hold, self._hand, shape, direction)
            score = check.score(grasp, shape.q)
            left += score > 0
            if best is None or score > most:
                best, most = (grasp, shape.style), score
        assert best is not None, "there are candidates"
        return DenseAnswer(*best, float(most), left)

    def _shapes_for(self, fingers: tuple[str, ...]) -> list[StyleShape]:
        if fingers not in self._shapes:
            made = [style_shape(self._hand, style, fingers) for style in self._styles]
            self._shapes[fingers] = made
        return self._shapes[fingers]


def _styles(count: int, seed: int) -> list[Style]:
    """Those that searches begin with, and others about them."""
    rng = np.random.default_rng(seed)
    middles = [s for styles in STARTS.values() for s in styles]
    found = list(middles)
    for n in range(count - len(middles)):
        moved = np.array(middles[n % len(middles)]) + np.array(STEP) * rng.standard_normal(14)
        found.append(Style(*np.clip(moved, LOW, HIGH)))
    return found


class _Check:
    """Distances in one scene, by MuJoCo's geometry alone."""

    def __init__(self, hold: Hold, hand: Hand, direction: np.ndarray):
        start = start_pose(hold, hand, hand.spec.rest)
        placed = HandInScene(hand, "hand", forearm=start)
        scene = Scene(name_hands(placed), name_objects(hold.scene_objects()), floor=False)
        self._model = model = scene.compile()
        self._data = mujoco.MjData(model)
        body = [model.body(int(b)).name for b in model.geom_bodyid]
        self._hold = [g for g, name in enumerate(body) if name == "hold"]
        self._wall = [g for g, name in enumerate(body) if name == "wall"]
        tips = {f"hand/{TIP_SEGMENT[f]}": f for f in FINGERS}
        self._tips = [(g, tips[n]) for g, n in enumerate(body) if n in tips]
        self._others = [g for g, n in enumerate(body) if n.startswith("hand/") and n not in tips]
        joints = [model.joint(f"hand/{name}") for name in hand.joint_names]
        self._q = [int(j.qposadr[0]) for j in joints]
        self._forearm = int(model.joint("hand/forearm").qposadr[0])
        self._fingers, self._up = hold.fingers, -direction

    def score(self, grasp: HoldGrasp, q: np.ndarray) -> float:
        """Support by the pads of a hand closed to q (dof,), less where something is in the way
        before; where something is in the way then, minus how deep it sinks in [mm].
        """
        tips = [g for g, _ in self._tips]
        sunk = self._sunk(grasp.forearm, q, self._others)
        if sunk > SUNK:
            return -1e3 * sunk
        self._pose(grasp.forearm, q)
        support = 0.0
        for g, finger in self._tips:
            near, way = self._nearest(g, self._hold, NEAR + 0.01)
            if near < -2 * SUNK:
                return 1e3 * near
            if near < NEAR and finger in self._fingers:
                support += max(0.0, float(way @ self._up))
        everything = [*self._others, *tips]
        for pose in (grasp.forearm, grasp.via):
            support -= BLOCKED * (self._sunk(pose, grasp.q_open, everything) > SUNK)
        return support

    def _pose(self, forearm: np.ndarray, q: np.ndarray) -> None:
        data = self._data
        data.qpos[self._q] = q
        data.qpos[self._forearm : self._forearm + 7] = forearm
        mujoco.mj_kinematics(self._model, data)

    def _sunk(self, forearm: np.ndarray, q: np.ndarray, geoms: list[int]) -> float:
        """[m] by which some shapes of the posed hand sink into hold or wall at most."""
        self._pose(forearm, q)
        around = [*self._hold, *self._wall]
        return max(0.0, max(-self._nearest(g, around, SUNK)[0] for g in geoms))

    def _nearest(self, geom: int, others: list[int], reach: float) -> tuple[float, np.ndarray]:
        """Distance [m] to the nearest of some shapes, and the unit vector from it to the geom."""
        line = np.zeros(6)
        best, way = reach, np.zeros(3)
        for other in others:
            found = mujoco.mj_geomDistance(self._model, self._data, other, geom, reach, line)
            if found < best:
                along = line[3:] - line[:3]
                length = np.linalg.norm(along)
                best = found
                way = np.sign(found) * along / length if length > 1e-12 else np.zeros(3)
        return best, way
