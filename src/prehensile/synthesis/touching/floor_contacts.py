"""`FloorContacts`: all vertices of meshes that are near the floor.

Of a mesh on a plane MuJoCo tells three vertices, and others after the least motion: what lies flat
then rocks for ever. Meshes here are convex, so that vertices are all there is to ask.
"""

from typing import Any

import numpy as np

from prehensile.fast_path import kernels
from prehensile.lie import se3

UP = np.array([0.0, 0, 1, 1, 0, 0, 0, 1, 0])
"""Frame of a contact from the floor to what is on it, as MuJoCo has it"""


class FloorContacts:
    """Of some meshes of a model with the plane z = 0.

    Args:
        model: `mujoco.MjModel`
        meshes: (k,) geoms, of bodies that move.
        floor: the plane's geom.
        margin: [m] from which contacts are known.
    """

    def __init__(self, model: Any, meshes: np.ndarray, floor: int, margin: float):
        self.margin, vertices, geoms = margin, [np.zeros((0, 3))], [np.zeros(0, np.int32)]
        for g in meshes:
            at, first = model.geom_dataid[g], model.mesh_vertadr[model.geom_dataid[g]]
            own = model.mesh_vert[first : first + model.mesh_vertnum[at]].astype(float)
            T = se3.from_pose7(np.concatenate([model.geom_pos[g], model.geom_quat[g]]))
            vertices.append(se3.apply(T, own))
            geoms.append(np.full(len(own), g, np.int32))
        self._vertex, geom = np.concatenate(vertices), np.concatenate(geoms)
        self._pair = np.stack([np.full_like(geom, floor), geom], axis=1)
        self._body = model.geom_bodyid[geom].astype(np.int64)
        slide, twist, roll = np.maximum(model.geom_friction[geom], model.geom_friction[floor]).T
        self._friction = np.stack([slide, slide, twist, roll, roll], axis=1)

    def joined(self, pose: np.ndarray, found: tuple[np.ndarray, ...]) -> tuple[np.ndarray, ...]:
        """Contacts that were found, as `kept_contacts` takes them, and those with the floor.

        Args:
            pose: (b, 4, 4) of the bodies, world.
            found: geoms, gaps, places, frames and friction.
        """
        rows, place = kernels("synthesis.touching").low_vertices(
            pose, self._vertex, self._body, self.margin
        )
        if not len(rows):
            return found
        gap = place[:, 2].copy()
        place[:, 2] = 0.5 * gap
        own = (self._pair[rows], gap, place, np.tile(UP, (len(rows), 1)), self._friction[rows])
        return tuple(np.concatenate(both) for both in zip(found, own, strict=True))
