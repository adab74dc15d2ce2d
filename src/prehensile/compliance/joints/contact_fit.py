"""One contact in the joint estimation: its reference, fitted with everything else given."""

import numpy as np

from prehensile.compliance.joints.smooth_reference import (
    Roughness,
    move_shape,
    move_share,
    random_modes,
)
from prehensile.compliance.recorded.windows import ContactWindow

BIN_S = 0.008
"""[s] samples are averaged over, which loses nothing: what is looked for is slower"""
GRID_S = 0.004
"""[s] step of the dynamics"""
DURATIONS = np.geomspace(0.35, 1.8, 14)
"""[s] of moves that are tried"""
SHARES = np.linspace(0.2, 0.95, 16)
"""of a move that has passed at the touch, that are tried"""
TIMING_STEP = 0.05
"""[s] longest change of start or duration at once"""


class ContactFit:
    """A window averaged into bins, and the reference that lies under it.

    Args:
        window: as it was cut.
        moves: whether its reference is a move of minimum jerk; a parabola if not.
    """

    def __init__(self, window: ContactWindow, moves: bool):
        self.window, self.moves = window, moves
        self.n = window.q.shape[1]
        t = window.time
        self.grid = np.arange(t[0], t[-1] + GRID_S / 2, GRID_S)
        self.torque = np.stack([np.interp(self.grid, t, column) for column in window.torque.T], 1)
        used = np.flatnonzero(window.used)
        label = np.floor(t[used] / BIN_S).astype(int)
        _, inverse, count = np.unique(label, return_inverse=True, return_counts=True)
        self.t = np.bincount(inverse, t[used]) / count
        self.y = np.stack([np.bincount(inverse, c) / count for c in window.q[used].T], axis=1)
        self.weight = np.sqrt(count)
        at = np.clip((self.t - self.grid[0]) / GRID_S, 0, len(self.grid) - 1.000001)
        self._low = at.astype(int)
        self._part = at - self._low
        self.modes = random_modes(self.t)
        self.start, self.seconds = float(t[0]), float(np.ptp(t))
        self.size = np.zeros((2 if moves else 3, self.n))
        self.deviation = np.zeros((self.modes.shape[1], self.n))
        self._shapes()

    def noise_steps(self) -> np.ndarray:
        """(N − 2, n) [rad] second differences of bins, as large as one sample's noise."""
        return np.diff(self.y, 2, axis=0) / np.sqrt(6) * np.median(self.weight)

    def at_bins(self, bent: np.ndarray) -> np.ndarray:
        """What is on the grid (N, ...), at the bins' times."""
        low = bent[self._low]
        return low + self._part.reshape(-1, *[1] * (bent.ndim - 1)) * (bent[self._low + 1] - low)

    def reference_torque(self, inertia: np.ndarray, tissue: np.ndarray) -> np.ndarray:
        """(N, n) [Nm] on the grid that the latest reference's own motion takes.

        Args:
            inertia: (n, n) [kg m²]
            tissue: (n,) [Nms/rad] of passive tissue, which brakes the motion itself; active
                dampers brake what differs from the reference.
        """
        if not self.moves:
            return np.zeros_like(self.torque)
        shape = move_shape(self.grid, self.start, self.seconds)
        braked = np.outer(shape.rate, tissue * self.size[1])
        return np.outer(shape.acceleration, inertia @ self.size[1]) + braked

    def guess_timing(self, bent: np.ndarray, noise: np.ndarray) -> None:
        """The start and duration, of those tried, that leave least."""
        seconds, share = (part.ravel() for part in np.meshgrid(DURATIONS, SHARES, indexing="ij"))
        begun = -share * seconds >= self.t[0] - 0.3 * seconds
        if not begun.any():
            return
        start, seconds = (-share * seconds)[begun], seconds[begun]
        left = (self.y - self.at_bins(bent)) * self.weight[:, None] / np.sqrt(noise)
        level = self.weight / np.linalg.norm(self.weight)
        left = left - np.outer(level, level @ left)
        s = move_share(self.t, start[:, None], seconds[:, None]) * self.weight
        s = s - np.outer(s @ level, level)
        explained = ((s @ left) ** 2).sum(1) / np.maximum((s**2).sum(1), 1e-12)
        best = int(explained.argmax())
        self.start, self.seconds = float(start[best]), float(seconds[best])
        self._shapes()

    def solve(
        self, bent: np.ndarray, noise: np.ndarray, correlation: np.ndarray, rho: np.ndarray
    ) -> None:
        """Fit the reference to what the springs leave."""
        target = self.y - self.at_bins(bent)
        latent, timing = self._latent(target, noise, correlation, rho)
        fixed = self.fixed.shape[1]
        self.size, self.deviation = latent[:fixed], latent[fixed:]
        if self.moves:
            step = np.clip(timing, -TIMING_STEP, TIMING_STEP)
            self.start += float(step[0])
            self.seconds = float(np.clip(self.seconds + step[1], 0.25, 3.0))
            self._shapes()

    def left(self, bent: np.ndarray) -> np.ndarray:
        """(N, n) [rad] what reference and springs do not explain, as large as one sample's."""
        found = self.fixed @ self.size + self.modes @ self.deviation + self.at_bins(bent)
        return (self.y - found) * self.weight[:, None]

    def reference(self, t: np.ndarray) -> np.ndarray:
        """(N, n) [rad] of the fitted reference at times within the window."""
        modes = np.stack([np.interp(t, self.t, mode) for mode in self.modes.T], axis=1)
        return self._fixed_at(t) @ self.size + modes @ self.deviation

    @property
    def free(self) -> int:
        """Bins less what is fitted of each joint: fixed shapes, and the timing of a move."""
        return max(len(self.t) - self.fixed.shape[1] - (2 if self.moves else 0), 1)

    def likelihoods(self, bent: np.ndarray, noise: np.ndarray) -> np.ndarray:
        """(n, len(ROUGHNESS)) of every roughness."""
        shapes = [self.fixed, self.by_timing] if self.moves else [self.fixed]
        rough = Roughness(np.concatenate(shapes, axis=1), self.modes, self.weight)
        return rough.likelihoods(self.y - self.at_bins(bent), noise)

    def normal(
        self,
        bent: np.ndarray,
        slopes: np.ndarray,
        noise: np.ndarray,
        correlation: np.ndarray,
        rho: np.ndarray,
        accepted: np.ndarray,
    ) -> tuple[np.ndarray, np.ndarray]:
        """Information (p, p) and score (p,) about what is shared, the reference eliminated."""
        a = np.flatnonzero(accepted)
        if not a.size:
            return np.zeros((slopes.shape[-1],) * 2), np.zeros(slopes.shape[-1])
        mix, D, left = self._eliminated(slopes, noise, correlation, rho, a)
        y = ((self.y - self.at_bins(bent))[:, a] * self.weight[:, None]) @ mix.T
        return D.T @ left, left.T @ y.reshape(-1)

    def gain(
        self,
        slopes: np.ndarray,
        noise: np.ndarray,
        correlation: np.ndarray,
        rho: np.ndarray,
        accepted: np.ndarray,
    ) -> np.ndarray:
        """(p, N, n) what an error of an angle in one bin adds to the score."""
        found = np.zeros((slopes.shape[-1], len(self.t), self.n))
        a = np.flatnonzero(accepted)
        if a.size:
            mix, _, left = self._eliminated(slopes, noise, correlation, rho, a)
            left = left.reshape(len(self.t), len(a), -1) * self.weight[:, None, None]
            found[:, :, a] = np.einsum("tip,ij->ptj", left, mix)
        return found

    def _eliminated(
        self,
        slopes: np.ndarray,
        noise: np.ndarray,
        correlation: np.ndarray,
        rho: np.ndarray,
        a: np.ndarray,
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """What whitens, the slopes whitened (N n', p), and those less what a reference explains."""
        mix = _mix(noise[a], correlation[np.ix_(a, a)])
        D = mix @ (self.at_bins(slopes)[:, a] * self.weight[:, None, None])
        Z, P = self._design(a, mix, noise, rho)
        rows = len(self.t) * len(a)
        Z, D = Z.reshape(rows, -1), D.reshape(rows, -1)
        return mix, D, D - Z @ np.linalg.solve(Z.T @ Z + np.diag(P), Z.T @ D)

    def _latent(
        self, target: np.ndarray, noise: np.ndarray, correlation: np.ndarray, rho: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Sizes of the fixed shapes and modes (d + r, n), and the change of timing (2,)."""
        a = np.arange(self.n)
        mix = _mix(noise, correlation)
        y = (target * self.weight[:, None]) @ mix.T
        Z, P = self._design(a, mix, noise, rho)
        Z = Z.reshape(len(self.t) * self.n, -1)
        found = np.linalg.solve(Z.T @ Z + np.diag(P), Z.T @ y.reshape(-1))
        timing = found[-2:] if self.moves else np.zeros(2)
        shared = found[:-2] if self.moves else found
        return shared.reshape(self.n, -1).T, timing

    def _design(
        self, a: np.ndarray, mix: np.ndarray, noise: np.ndarray, rho: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Columns (N, n', latent) of the reference, noise white, and what is known of them."""
        both = np.concatenate([self.fixed, self.modes], axis=1) * self.weight[:, None]
        Z = np.einsum("ij,tl->tijl", mix, both).reshape(len(self.t), len(a), -1)
        known = np.zeros((len(a), both.shape[1]))
        known[:, : self.fixed.shape[1]] = 1e-9
        known[:, self.fixed.shape[1] :] = (1 / (rho[a] * noise[a]))[:, None]
        P = known.reshape(-1)
        if self.moves:
            timed = np.einsum("ij,tl,j->til", mix, self.by_timing * self.weight[:, None],
                              self.size[1, a])  # fmt: skip
            Z = np.concatenate([Z, timed], axis=-1)
            P = np.append(P, np.full(2, 0.1**-2))
        return Z, P

    def _fixed_at(self, t: np.ndarray) -> np.ndarray:
        if self.moves:
            return np.stack([np.ones_like(t), move_share(t, self.start, self.seconds)], 1)
        u = t / max(float(np.ptp(self.t)), 1e-9)
        return u[:, None] ** np.arange(3)

    def _shapes(self) -> None:
        self.fixed = self._fixed_at(self.t)
        if self.moves:
            self.by_timing = move_shape(self.t, self.start, self.seconds).by_timing


def _mix(noise: np.ndarray, correlation: np.ndarray) -> np.ndarray:
    """(n, n) that makes the joints' noise white."""
    size = np.sqrt(noise)
    return np.linalg.inv(np.linalg.cholesky(correlation * np.outer(size, size)))
