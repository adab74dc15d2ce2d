"""Pressure on the Tango given to fingertips: clusters go to the nearest one (Kry 2005, 3.3)."""

from typing import NamedTuple

import numpy as np

from prehensile.capture.sensors.basins import basins, grid_neighbours
from prehensile.capture.sensors.tango import COLUMNS, ROWS, taxel_areas, taxel_normals

WITHIN = 0.020
"""[m] between a cluster's centre and a fingertip's fixed point, above which it is nobody's"""
LEAST = 0.1
"""[N] below which a cluster does not count"""
_NEIGHBOURS = grid_neighbours(ROWS, COLUMNS, round_about=True)


class Cluster(NamedTuple):
    """One patch of pressure."""

    taxels: np.ndarray
    """(8, 32) bool"""
    center: np.ndarray
    """(3,) [m] on the ball, its frame: the mean of its taxels, weighted by force"""
    force: float
    """[N] pressure times area, summed"""


class FingerForces(NamedTuple):
    """What fingertips press on the ball with, thumb to little."""

    force: np.ndarray
    """(5, 3) [N] on the ball, its frame: against its normal nearest to each pad"""
    finger: tuple[int, ...]
    """of each cluster, −1 where no fingertip is near enough"""


def clusters(
    pressure: np.ndarray, radius: float, weight: np.ndarray | None = None, least: float = LEAST
) -> tuple[Cluster, ...]:
    """Patches of an image, the strongest first: every pressed taxel belongs to the peak that one
    climbs to from it, so that fingers side by side stay apart.

    Args:
        pressure: (8, 32) [Pa], zero where nothing presses (`TangoCalibration.pressed`), NaN where a
            taxel did not answer.
        radius: [m]
        weight: (8, 32) of the taxels in the choice of peaks (`Rest.weight`); all alike by default.
        least: [N] of a cluster.
    """
    pressure = np.nan_to_num(pressure)
    shown = pressure if weight is None else pressure * weight
    peak = basins(shown.ravel(), _NEIGHBOURS).reshape(pressure.shape)
    load, normals = pressure * taxel_areas(radius), taxel_normals()
    found = []
    for label in np.unique(peak[peak >= 0]):
        mine = peak == label
        force = float(load[mine].sum())
        if force >= least:
            middle = load[mine] @ normals[mine]
            found.append(Cluster(mine, radius * middle / np.linalg.norm(middle), force))
    return tuple(sorted(found, key=lambda cluster: -cluster.force))


def assigned(
    found: tuple[Cluster, ...], pads: np.ndarray, radius: float, within: float = WITHIN
) -> FingerForces:
    """Clusters given to the fingertips nearest to them.

    Args:
        found: of one image.
        pads: (5, 3) [m] fixed points of the fingertips in the ball's frame; NaN where unknown.
        radius: [m] of the ball.
        within: [m]
    """
    force, finger = np.zeros((len(pads), 3)), []
    for cluster in found:
        far = np.linalg.norm(pads - cluster.center, axis=1)
        far = np.where(np.isfinite(far), far, np.inf)
        nearest = int(far.argmin())
        if far[nearest] >= within:
            finger.append(-1)
            continue
        normal = pads[nearest] / np.linalg.norm(pads[nearest])
        force[nearest] -= cluster.force * normal
        finger.append(nearest)
    return FingerForces(force, tuple(finger))


def pressing_finger(cluster: Cluster, load: np.ndarray) -> int:
    """Which finger's true load (5, 8, 32) [N] on the taxels of a cluster is largest; −1 if none."""
    share = load[:, cluster.taxels].sum(1)
    return int(share.argmax()) if share.max() > 0 else -1
