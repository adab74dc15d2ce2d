"""The skin unwrapped: charts cut open, flattened and packed into one atlas."""

import numpy as np

from prehensile.mesh.flatten import face_gradients, flattened
from prehensile.mesh.pack import FlatChart, packed
from prehensile.mesh.seams import cut_open
from prehensile.skin.flesh.rest import RestFlesh
from prehensile.skin.template.make.charts import CHARTS, chart_plan

TIP_DENSITY = 1.5
"""Texels along a metre of a pad or a nail, over those elsewhere."""


def corner_uv(flesh: RestFlesh, vertices: np.ndarray, faces: np.ndarray) -> np.ndarray:
    """The atlas of a right hand's closed skin, for each corner (F, 3, 2) float32 of its faces.

    Corners of one vertex have the very same place unless a seam parts them.

    Args:
        flesh: whose skin it is; it says where the digits are.
        vertices: (V, 3) [m], bind pose, palm frame.
        faces: (F, 3), anticlockwise seen from outside.
    """
    vertices, faces = np.asarray(vertices, float), np.asarray(faces, np.int64)
    plan = chart_plan(flesh, vertices, faces)
    cut = cut_open(faces, plan.seams)
    charts = []
    rows = [np.flatnonzero(plan.labels == k) for k in range(len(CHARTS))]
    for name, own in zip(CHARTS, rows, strict=True):
        ids, local = np.unique(cut[own], return_inverse=True)
        local = local.reshape(-1, 3)
        places = np.empty((len(ids), 3))
        places[local] = vertices[faces[own]]
        flat = _upright(flattened(places, local), local, places, _axis(flesh, name))
        tip = name.endswith(("_pad", "_nail"))
        charts.append(FlatChart(flat, local, TIP_DENSITY if tip else 1.0, upright=tip))
    corners = np.empty((*faces.shape, 2), np.float32)
    for own, chart, points in zip(rows, charts, packed(charts), strict=True):
        corners[own] = points[chart.faces] * [1.0, -1.0] + [0.0, 1.0]
    return corners


def _axis(flesh: RestFlesh, name: str) -> np.ndarray:
    """Direction (3,) that shall point up in a chart: to the tip."""
    digit = name.split("_")[0]
    if digit in flesh.digits:
        return flesh.digits[digit].T[:3, 0]
    return np.array([1.0, 0.0, 0.0])


def _upright(
    flat: np.ndarray, faces: np.ndarray, places: np.ndarray, axis: np.ndarray
) -> np.ndarray:
    """``flat`` (V, 2) turned so that ``axis`` (3,) points up on average."""
    area, across = face_gradients(flat @ np.eye(2, 3), faces)
    along = places @ axis
    # In the plane the faces' first direction is that of their first edge.
    edge = flat[faces[:, 1]] - flat[faces[:, 0]]
    one = edge / np.linalg.norm(edge, axis=1, keepdims=True)
    two = one[:, ::-1] * [-1.0, 1.0]
    slope = (across[0] @ along)[:, None] * one + (across[1] @ along)[:, None] * two
    x, y = area @ slope
    x, y = np.array([x, y]) / np.hypot(x, y)
    return flat @ np.array([[y, x], [-x, y]])
