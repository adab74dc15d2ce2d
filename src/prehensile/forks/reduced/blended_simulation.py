"""`BlendedSimulation`: a blend of linearisations in motion."""

import numpy as np

from prehensile.fast_path import kernels
from prehensile.forks.reduced.blend import Blend
from prehensile.forks.reduced.blend_table import AnchorTable
from prehensile.forks.reduced.columns import from_columns, to_columns
from prehensile.forks.reduced.model import ReducedModel
from prehensile.forks.reduced.simulation import ReducedSimulation
from prehensile.forks.reduced.wrench_check import checked_wrench


class BlendedSimulation:
    """Steps a blend by backward Euler, linearised at every step; r × r systems only.

    Args:
        blend: what to step.
        timestep: [s]
    """

    def __init__(self, blend: Blend, timestep: float = 1 / 240):
        self.model, self.timestep = blend.model, timestep
        anchors, model = blend.anchors, blend.model
        columns = [np.concatenate([a.basis, a.log[..., None]], axis=2) for a in anchors]
        maps = np.concatenate(columns, axis=2)  # (links, 6, anchors (r + 1))
        rows = model.linearisation.rows
        self._table = AnchorTable(
            z=np.stack([a.z for a in anchors]),
            scale=blend.scale,
            force=np.stack([a.force for a in anchors]),
            stiffness=np.stack([a.stiffness for a in anchors]),
            mass=np.stack([a.mass for a in anchors]),
            damping=np.stack([a.damping for a in anchors]),
            tip_basis=np.stack([a.basis[rows] for a in anchors]),
            tip_maps=maps[rows],
            tip_R=np.ascontiguousarray(model.T_rest[rows, :3, :3]),
            com=model.mechanism.com[rows].copy(),
            maps=np.ascontiguousarray(maps.transpose(1, 2, 0)),
            rest=to_columns(model.T_rest),
        )
        self._poses = self._table.rest.copy()
        self.z, self.v = np.zeros(model.size), np.zeros(model.size)

    @property
    def poses(self) -> np.ndarray:
        """(links, 4, 4) world poses of all links after the last step."""
        return from_columns(self._poses)

    def step(self, wrench: np.ndarray | None = None, steps: int = 1) -> np.ndarray:
        """Go on by some steps under dead wrenches (E, 6), world axes, at the centres of mass.

        Raises:
            InputError: a wrench of the wrong shape or with a number that is not finite.
        """
        load = checked_wrench(wrench, (len(self._table.com), 6))
        kernels("forks.reduced").blended_steps(
            steps, self.z, self.v, load, self._table, self.timestep, self._poses
        )
        return self.z


def simulation_of(
    model: ReducedModel | Blend, timestep: float = 1 / 240
) -> ReducedSimulation | BlendedSimulation:
    """One linearisation, or several blended, in motion."""
    if isinstance(model, Blend):
        return BlendedSimulation(model, timestep)
    return ReducedSimulation(model, timestep)
