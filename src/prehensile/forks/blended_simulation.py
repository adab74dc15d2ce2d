"""`BlendedSimulation`: a blend of linearisations in motion."""

import numpy as np

from prehensile.fast_path import kernels
from prehensile.forks.blend import Blend
from prehensile.forks.tips import tip_force


class BlendedSimulation:
    """Steps a blend by backward Euler, linearised at every step; r × r systems only.

    The links' twists are a sum over anchors, Σ ω_k (a_k + B_k (z − z_k)): with the anchors' maps
    side by side that is one long linear map, and the links cost one exponential each as before.

    Args:
        blend: what to step.
        timestep: [s]
    """

    def __init__(self, blend: Blend, timestep: float = 1 / 240):
        self.blend, self.timestep = blend, timestep
        anchors, model = blend.anchors, blend.model
        self._z = np.stack([a.z for a in anchors])
        self._force = np.stack([a.force for a in anchors])
        self._stiffness = np.stack([a.stiffness for a in anchors])
        self._mass = np.stack([a.mass for a in anchors])
        self._damping = np.stack([a.damping for a in anchors])
        columns = [np.concatenate([a.basis, a.log[..., None]], axis=2) for a in anchors]
        maps = np.concatenate(columns, axis=2)  # (links, 6, anchors (r + 1))
        self._maps = np.ascontiguousarray(maps.transpose(1, 2, 0))
        rows = model.linearisation.rows
        self._tip_maps = maps[rows]
        self._tip_basis = np.stack([a.basis[rows] for a in anchors])
        T = model.T_rest
        self._rest = np.ascontiguousarray(np.vstack([T[:, :3, :3].reshape(-1, 9).T, T[:, :3, 3].T]))
        self._poses = self._rest.copy()
        self.z, self.v = np.zeros(model.size), np.zeros(model.size)

    @property
    def poses(self) -> np.ndarray:
        """(links, 4, 4) world poses of all links after the last step."""
        T = np.tile(np.eye(4), (self._poses.shape[1], 1, 1))
        T[:, :3, :3], T[:, :3, 3] = self._poses[:9].T.reshape(-1, 3, 3), self._poses[9:].T
        return T

    def step(self, wrench: np.ndarray | None = None, steps: int = 1) -> np.ndarray:
        """Go on by some steps under dead wrenches (E, 6), world axes, at the centres of mass."""
        tips = len(self.blend.model.linearisation.rows)
        load = np.zeros((tips, 6)) if wrench is None else np.asarray(wrench, float)
        for _ in range(steps):
            self._step(load)
        return self.z

    def _step(self, load: np.ndarray) -> None:
        h, z = self.timestep, self.z
        w = self.blend.weights(z)
        away = z - self._z
        pull = tip_force(
            self.blend.model,
            self._tip_maps @ self._coordinates(w, away),
            np.tensordot(w, self._tip_basis, 1),
            load,
        )
        K = np.tensordot(w, self._stiffness, 1)
        M, D = np.tensordot(w, self._mass, 1), np.tensordot(w, self._damping, 1)
        elastic = w @ (self._force + np.einsum("krs,ks->kr", self._stiffness, away))
        self.v = np.linalg.solve(M + h * D + h * h * K, M @ self.v + h * (pull - elastic))
        self.z = z + h * self.v
        w = self.blend.weights(self.z)
        kernels("forks").pose_links(
            self._coordinates(w, self.z - self._z), self._maps, self._rest, self._poses, 0,
            self._rest.shape[1],
        )  # fmt: skip

    @staticmethod
    def _coordinates(w: np.ndarray, away: np.ndarray) -> np.ndarray:
        """(anchors (r + 1),) what the long map multiplies."""
        return np.concatenate([w[:, None] * away, w[:, None]], axis=1).ravel()
