"""`Camera`: where a picture is taken from, and which pixel a point falls on."""

from typing import NamedTuple

import numpy as np

from prehensile.errors import UnknownNameError
from prehensile.hand.hand import Hand

VIEW_ANGLE = 24.0
"""Degrees of vertical opening: a long lens, so that near fingers do not swell."""

_VIEWS = {
    "palm": (0.12, 0.0, -1.0),
    "back": (0.12, 0.0, 1.0),
    "thumb": (0.15, 1.0, -0.12),
    "three-quarter": (0.35, 0.85, -0.75),
    "front": (1.0, 0.35, -0.3),
}
VIEWS = tuple(_VIEWS)
"""Names of the views of a hand."""


class Camera(NamedTuple):
    """A pinhole camera, world frame."""

    position: np.ndarray
    """(3,) [m]"""
    target: np.ndarray
    """(3,) [m] the point in the middle of the picture"""
    up: np.ndarray
    """(3,) unit, what points up in the picture"""
    angle: float = VIEW_ANGLE
    """[degrees] vertical opening"""

    @property
    def basis(self) -> np.ndarray:
        """(3, 3) rows: right, up and backwards (towards the eye), unit, world."""
        back = self.position - self.target
        back = back / np.linalg.norm(back)
        right = np.cross(self.up, back)
        right /= np.linalg.norm(right)
        return np.stack([right, np.cross(back, right), back])

    def project(self, points: np.ndarray, size: tuple[int, int]) -> np.ndarray:
        """Pixels (..., 2) of points (..., 3) [m]: column from the left, row from the top."""
        width, height = size
        p = (np.asarray(points, dtype=float) - self.position) @ self.basis.T
        scale = 0.5 * height / np.tan(np.radians(self.angle) / 2) / -p[..., 2]
        return np.stack([0.5 * width + p[..., 0] * scale, 0.5 * height - p[..., 1] * scale], -1)


def fit_camera(
    points: np.ndarray,
    direction: np.ndarray,
    up: np.ndarray,
    size: tuple[int, int],
    margin: float = 1.08,
) -> Camera:
    """The nearest camera looking against ``direction`` that has all ``points`` in its picture.

    Args:
        points: (n, 3) [m], world.
        direction: (3,) from the scene to the eye, of any length.
        up: (3,) what should point up; not parallel to ``direction``.
        size: width and height of the picture in pixels; only their ratio counts.
        margin: above 1 leaves room at the edges.
    """
    points = np.asarray(points, dtype=float).reshape(-1, 3)
    direction = np.asarray(direction, dtype=float) / np.linalg.norm(direction)
    up = np.asarray(up, dtype=float)
    basis = Camera(direction, np.zeros(3), up).basis
    p = points @ basis.T
    half = np.tan(np.radians(VIEW_ANGLE) / 2) / margin
    # A point at (x, y, z) is in the picture of an eye at (cx, cy, d) if |x − cx| ≤ s (d − z):
    # the extreme rays of either side meet at the nearest eye.
    centre, distance = np.zeros(3), -np.inf
    for axis, slope in ((0, half * size[0] / size[1]), (1, half)):
        high = (p[:, axis] + slope * p[:, 2]).max()
        low = (p[:, axis] - slope * p[:, 2]).min()
        centre[axis], distance = 0.5 * (high + low), max(distance, 0.5 * (high - low) / slope)
    centre[2] = p[:, 2].mean()
    distance = max(distance, p[:, 2].max() + 1e-3)
    eye = np.array([centre[0], centre[1], distance])
    return Camera(eye @ basis, centre @ basis, basis[1])


def hand_view(hand: Hand, view: str, T_world_palm: np.ndarray | None = None) -> np.ndarray:
    """Direction (3,) from a hand to the eye for one of `VIEWS`, world; mirrored for a left hand."""
    if view not in _VIEWS:
        raise UnknownNameError("view", view, VIEWS)
    direction = np.array(_VIEWS[view])
    if hand.side == "left":
        direction[1] = -direction[1]
    direction /= np.linalg.norm(direction)
    return direction if T_world_palm is None else T_world_palm[:3, :3] @ direction
