"""Flutes around a turned surface: the grip of a cap, a lid, a knob."""

import numpy as np

from prehensile.world.objects.object import FloatArray


def fluted(
    vertices: FloatArray, count: int, depth: float, low: float, high: float, inner: float
) -> FloatArray:
    """The vertices (V, 3) [m] with ``count`` waves pressed in around z, ``depth`` [m] deep.

    Only what lies beyond the radius ``inner`` [m] moves, and the waves fade out towards the
    heights ``low`` and ``high`` [m], so that rounded edges stay whole.
    """
    x, y, z = vertices.T
    radius = np.hypot(x, y)
    fade = 0.15 * (high - low)
    window = np.clip(np.minimum(z - low, high - z) / fade, 0.0, 1.0)
    wave = 0.5 - 0.5 * np.cos(count * np.arctan2(y, x))
    moved = np.where(radius > inner, radius - depth * wave * window, radius)
    scale = np.divide(moved, radius, out=np.ones_like(radius), where=radius > 0.0)
    return np.stack([x * scale, y * scale, z], axis=1)
