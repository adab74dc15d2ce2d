"""`ArticulatedSimulation`: the full mechanism in O(n), where it is a tree, to compare with.

A compiled articulated-body step with springs and dampers implicit, as stable as the reduced one.
Joints with several directions become hinges and sliders one after another; a ball is then three
hinges, which is the same mechanism to first order.
"""

import numpy as np

from prehensile.errors import InputError
from prehensile.fast_path import kernels
from prehensile.forks.mechanism.mechanism import Mechanism
from prehensile.forks.mechanism.spanning_tree import spanning_tree
from prehensile.lie import se3


class ArticulatedSimulation:
    """Steps a tree in joint coordinates.

    Args:
        mechanism: a tree on a fixed base; arrows may point either way.
        timestep: [s]
        gravity: (3,) [m/s²]

    Attributes:
        q: (n,) joint coordinates, changed by stepping; ``coordinate_names`` says which.
        v: (n,) their rates.

    Raises:
        InputError: the mechanism has loops or a free base.
    """

    def __init__(
        self,
        mechanism: Mechanism,
        timestep: float = 1 / 240,
        gravity: tuple[float, float, float] = (0.0, 0.0, 0.0),
    ):
        if mechanism.loops or mechanism.free_base:
            what = f"{mechanism.loops} loops" if mechanism.loops else "a free base"
            raise InputError(
                f"{mechanism.name!r} has {what}; the articulated-body step is for trees on a "
                "fixed base."
            )
        self.mechanism, self.timestep = mechanism, timestep
        self._gravity = np.asarray(gravity, float)
        self._expand()
        n = len(self._parent)
        self.q, self.v = np.zeros(n), np.zeros(n)
        self._wrench = np.zeros((n, 6))
        self._motion = np.tile(np.concatenate([np.eye(3).ravel(), np.zeros(3)]), (n, 1))

    def _expand(self) -> None:
        """One row for each direction of each joint; the last of a joint carries the link."""
        m = self.mechanism
        last_row = {m.base: -1}
        rows: list[tuple[int, np.ndarray, float, float, int]] = []
        names: list[str] = []
        for edge in spanning_tree(m).edges:
            joint = m.joints[edge.joint]
            screws = joint.screws @ se3.adjoint(joint.T_world).T
            order = list(range(joint.dof))
            parent = last_row[edge.parent]
            for k in reversed(order) if edge.reversed else order:
                sign = -1.0 if edge.reversed else 1.0
                rows.append((parent, sign * screws[k], joint.stiffness[k], joint.damping[k], -1))
                names.append(joint.name if joint.dof == 1 else f"{joint.name}:{k}")
                parent = len(rows) - 1
            rows[-1] = (*rows[-1][:4], edge.child)
            last_row[edge.child] = parent
        self.coordinate_names = tuple(names)
        self._parent = np.array([r[0] for r in rows])
        self._screws = np.stack([r[1] for r in rows])
        self._stiffness = np.array([r[2] for r in rows])
        self._damping = np.array([r[3] for r in rows])
        link = np.array([r[4] for r in rows])
        carries = link >= 0
        self._row_of_link = np.full(len(m.links), -1)
        self._row_of_link[link[carries]] = np.flatnonzero(carries)
        n = len(rows)
        self._mass, self._com, self._inertia = np.zeros(n), np.zeros((n, 3)), np.zeros((n, 3, 3))
        R = m.T_world[link[carries], :3, :3]
        inertia = np.stack([m.links[k].inertia for k in link[carries]])
        self._mass[carries] = m.mass[link[carries]]
        self._com[carries] = se3.apply(m.T_world[link[carries]], m.com[link[carries]])
        self._inertia[carries] = R @ inertia @ np.swapaxes(R, 1, 2)

    @property
    def poses(self) -> np.ndarray:
        """(links, 4, 4) world poses at the start of the last step, as MuJoCo's are."""
        motion = np.tile(np.eye(4), (len(self.mechanism.links), 1, 1))
        moved = self._row_of_link >= 0
        rows = self._motion[self._row_of_link[moved]]
        motion[moved, :3, :3], motion[moved, :3, 3] = rows[:, :9].reshape(-1, 3, 3), rows[:, 9:]
        return motion @ self.mechanism.T_world

    def step(self, load: np.ndarray | None = None, steps: int = 1) -> None:
        """Go on by some steps under dead loads (links, 6), world axes, at the centres of mass."""
        self._wrench[:] = 0.0
        if load is not None:
            moved = self._row_of_link >= 0
            self._wrench[self._row_of_link[moved]] = np.asarray(load, float)[moved]
        kernels("forks.articulated").articulated_steps(
            steps, self.q, self.v, self._parent, self._screws, self._stiffness, self._damping,
            self._mass, self._com, self._inertia, self._wrench, self._gravity, self.timestep,
            self._motion,
        )  # fmt: skip
