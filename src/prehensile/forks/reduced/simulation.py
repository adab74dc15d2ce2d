"""`ReducedSimulation`: a reduced mechanism in motion, every link posed at every step."""

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise

import numpy as np

from prehensile.errors import InputError
from prehensile.fast_path import kernels
from prehensile.forks.mechanism.joint_table import joint_table
from prehensile.forks.reduced.columns import from_columns, to_columns
from prehensile.forks.reduced.model import ReducedModel
from prehensile.forks.reduced.wrench_check import checked_wrench

LANES = 16
"""Links are padded to a multiple of this: vector code without a remainder."""
WORTH_A_THREAD = 32
"""Links: with fewer of them a second thread costs more than it saves."""


class ReducedSimulation:
    """Steps a reduced model by backward Euler with one small constant inverse (4.5).

    Unconditionally stable. Internal links never act back, so several threads each step the few
    coordinates for themselves and pose their own share of the links: they need not wait for one
    another.

    Args:
        model: what to step.
        timestep: [s]
        limits: whether joints stiffen towards their limits.
    """

    def __init__(self, model: ReducedModel, timestep: float = 1 / 240, limits: bool = False):
        if not 0 < timestep < np.inf:
            raise InputError(f"the time step is {timestep!r} s; expected a number above 0.")
        self.model, self.timestep = model, timestep
        h, r = timestep, model.size
        self._system = np.diag(model.mass) + h * model.damping + h * h * np.eye(r)
        self._inverse = np.linalg.inv(self._system)
        rows = model.linearisation.rows
        self._tip_basis = np.ascontiguousarray(model.effector_basis)
        self._tip_R = np.ascontiguousarray(model.T_rest[rows, :3, :3])
        self._tip_com = np.ascontiguousarray(model.mechanism.com[rows])
        self._limited, self._bounds = _limits(model) if limits else _no_limits(r)
        self._links = len(model.T_rest)
        spare = -self._links % LANES
        basis = np.pad(model.basis.transpose(1, 2, 0), ((0, 0), (0, 0), (0, spare)))
        self._basis = np.ascontiguousarray(basis)
        self._rest = np.ascontiguousarray(np.pad(to_columns(model.T_rest), ((0, 0), (0, spare))))
        self._poses = self._rest.copy()
        self.z, self.v = np.zeros(r), np.zeros(r)

    @property
    def poses(self) -> np.ndarray:
        """(links, 4, 4) world poses of all links after the last step."""
        return from_columns(self._poses[:, : self._links])

    @property
    def energy(self) -> float:
        """[J] elastic and kinetic, without loads and limits."""
        return float(self.z @ self.z + self.v @ (self.model.mass * self.v)) / 2

    def step(
        self, wrench: np.ndarray | None = None, steps: int = 1, threads: int = 1
    ) -> np.ndarray:
        """Go on by some steps.

        Args:
            wrench: (E, 6) (f, τ) [N], [Nm] on the end effectors, world axes, at their centres of
                mass; nothing if left out. They keep their direction while the mechanism moves.
            steps: how many steps to make.
            threads: how many threads share the links.

        Returns:
            z (r,) after the last step.

        Raises:
            InputError: a wrench of the wrong shape or with a number that is not finite.
        """
        wrench = checked_wrench(wrench, (len(self._tip_basis), 6))
        shares = _shares(self._rest.shape[1], threads)
        if len(shares) == 1:
            self._advance(steps, self.z, self.v, wrench, *shares[0])
            return self.z
        copies = [(self.z.copy(), self.v.copy()) for _ in shares[1:]]
        others = [
            _pool(len(shares) - 1).submit(self._advance, steps, z, v, wrench, *share)
            for (z, v), share in zip(copies, shares[1:], strict=True)
        ]
        self._advance(steps, self.z, self.v, wrench, *shares[0])
        for other in others:
            other.result()
        return self.z

    def _advance(
        self, steps: int, z: np.ndarray, v: np.ndarray, wrench: np.ndarray, begin: int, end: int
    ) -> None:
        kernels("forks.reduced").advance(
            steps, z, v, wrench, self._tip_basis, self._tip_R, self._tip_com, self.model.mass,
            self._system, self._inverse, self.timestep, self._limited, self._bounds,
            self._basis, self._rest, self._poses, begin, end,
        )  # fmt: skip


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, thread_name_prefix="forks")


def _shares(links: int, threads: int) -> list[tuple[int, int]]:
    if threads < 1:
        raise InputError(f"threads is {threads}; expected 1 or more.")
    count = max(1, min(threads, links // WORTH_A_THREAD))
    ends = (LANES * np.linspace(0, links // LANES, count + 1).round().astype(int)).tolist()
    return list(pairwise(ends))


def _limits(model: ReducedModel) -> tuple[np.ndarray, np.ndarray]:
    table = joint_table(model.mechanism)
    has = table.used & (np.isfinite(table.lower) | np.isfinite(table.upper))
    bounds = np.stack([table.stiffness[has], table.lower[has], table.upper[has]])
    at_rest = model.linearisation.state.theta[has]
    return np.ascontiguousarray(model.joint_basis[has]), bounds - [[0], [1], [1]] * at_rest


def _no_limits(r: int) -> tuple[np.ndarray, np.ndarray]:
    return np.zeros((0, r)), np.zeros((3, 0))
