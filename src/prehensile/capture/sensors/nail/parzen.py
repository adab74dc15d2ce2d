"""A smooth density of force about a reading, and its mode over time (Kry 2005, (3.2)–(3.4)).

    g(r, f) = Σ_j w(r, j) exp(−(f − f_j)² / 2σ_f²),   w(r, j) = exp(−‖r − r_j‖² / 2σ_r²)
    p(f | r) = g(r, f) / ∫ g(r, f) df

The thesis prints both exponents without the 2, and yet calls σ standard deviations.
"""

from typing import NamedTuple

import numpy as np

from prehensile.capture.sensors.nail.neighbours import NailNeighbours

SIGMA_R, SIGMA_F = 0.15, 0.15
"""standard deviations: in the whitened space, and of force [N]"""
FASTEST = 12.0
"""[N/s] standard deviation of how fast a force changes, for the tracked mode"""
FLOOR = 1e-6
"""[1/N] least density: a force that no neighbour knows is unlikely, not impossible"""


class ForceDensity(NamedTuple):
    """p(f | r) of N readings on a grid of forces."""

    force: np.ndarray
    """(F,) [N] even"""
    density: np.ndarray
    """(N, F) [1/N]; each row's integral over all forces is 1"""

    @property
    def mode(self) -> np.ndarray:
        """(N,) [N] where each row is largest, frame by frame."""
        return self.force[self.density.argmax(1)]

    @property
    def mean(self) -> np.ndarray:
        """(N,) [N] over the grid."""
        return (self.density @ self.force) / np.maximum(self.density.sum(1), 1e-300)


def parzen_density(
    model: NailNeighbours,
    x: np.ndarray,
    force: np.ndarray,
    sigma_r: float = SIGMA_R,
    sigma_f: float = SIGMA_F,
) -> ForceDensity:
    """Densities of inputs (N, m) over forces (F,) [N], from the model's k nearest samples.

    Weights are counted from the nearest neighbour on: (3.4) is the same, and a reading far from all
    training data does not become nought over nought.
    """
    near = model.near(x)
    square = near.distance**2
    weight = np.exp(-(square - square[:, :1]) / (2 * sigma_r**2))
    weight /= weight.sum(1, keepdims=True)
    density = np.zeros((len(weight), len(force)))
    for j in range(weight.shape[1]):
        off = force - near.force[:, j, None]
        density += weight[:, j, None] * np.exp(-(off**2) / (2 * sigma_f**2))
    return ForceDensity(np.asarray(force, float), density / (np.sqrt(2 * np.pi) * sigma_f))


def tracked_mode(found: ForceDensity, rate_hz: float, fastest: float = FASTEST) -> np.ndarray:
    """(N,) [N] the likeliest course of the force: maximum of Σ log p − Σ Δf² / 2s², s the change
    that is usual between samples (dynamic programming over the grid).
    """
    score = np.log(np.maximum(found.density, FLOOR))
    usual = fastest / rate_hz
    change = (found.force[:, None] - found.force[None]) ** 2 / (2 * usual**2)
    best = score[0]
    came = np.zeros(score.shape, np.intp)
    for n in range(1, len(score)):
        through = best[None] - change
        came[n] = through.argmax(1)
        best = through[np.arange(len(best)), came[n]] + score[n]
    path = np.empty(len(score), np.intp)
    path[-1] = best.argmax() if len(score) else 0
    for n in range(len(score) - 1, 0, -1):
        path[n - 1] = came[n, path[n]]
    return found.force[path]
