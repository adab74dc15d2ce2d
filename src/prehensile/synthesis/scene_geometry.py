"""`SceneGeometry`: contacts of a hand and objects from one `MjData` that is never stepped."""

from collections.abc import Sequence

import mujoco
import numpy as np

from prehensile.fast_path import kernels
from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.synthesis.body import Body
from prehensile.synthesis.contacts import HAND, Contacts
from prehensile.synthesis.touching.floor_contacts import FloorContacts
from prehensile.synthesis.touching.places import Parts, Places
from prehensile.world.scene import FLOOR, HandInScene, ObjectInScene, build_scene

MARGIN = 0.003
"""[m] from which contacts are known before they touch: 1.5 m/s at 500 Hz"""
_HAND_BIT, _THING_BIT, _MESH_BIT = 1, 2, 4
_NAME = "hand"


class SceneGeometry:
    """Where a hand's segments and bodies touch.

    Bodies are the objects, in their order, and then the floor, if there is one.

    Args:
        hand: whose segments.
        objects: named; those with a base come with it (`name_objects`).
        floor: a plane at z = 0.
        margin: [m] from which contacts are known.
    """

    def __init__(
        self,
        hand: Hand,
        objects: Sequence[ObjectInScene],
        floor: bool = True,
        margin: float = MARGIN,
    ):
        spec = build_scene([HandInScene(hand, _NAME, "free")], objects, floor)
        self._model = m = spec.compile()
        self._data = mujoco.MjData(m)
        self._com = np.array([o.object.com for o in objects]).reshape(-1, 3)
        self.bodies = (*(object_body(o) for o in objects), *((Body(FLOOR),) if floor else ()))
        segments = {f"{_NAME}/{name}": row for row, name in enumerate(hand.segments)}
        things = {o.name: row for row, o in enumerate(objects)}
        owner = [m.body(int(b)).name for b in m.geom_bodyid]
        self._link = np.array([segments.get(name, -1) for name in owner], np.int64)
        self._body = np.array(
            [HAND if name in segments else things.get(name, len(objects)) for name in owner],
            np.int64,
        )
        on_hand = self._body == HAND
        mesh = ~on_hand & (m.geom_type == mujoco.mjtGeom.mjGEOM_MESH)
        plane = m.geom_type == mujoco.mjtGeom.mjGEOM_PLANE
        m.geom_contype[:] = np.where(on_hand, _HAND_BIT, np.where(mesh, _MESH_BIT, _THING_BIT))
        m.geom_conaffinity[:] = np.where(on_hand, 0, _HAND_BIT | _THING_BIT | _MESH_BIT)
        self._floor = None
        if floor:  # meshes and the floor are not MuJoCo's: `FloorContacts`
            m.geom_conaffinity[plane] = _HAND_BIT | _THING_BIT
            m.geom_conaffinity[mesh] = _HAND_BIT | _MESH_BIT
            moves = np.array([o.moves != "never" for o in objects] + [False])
            self._floor = FloorContacts(
                m, np.flatnonzero(mesh & moves[self._body]), int(np.flatnonzero(plane)[0]), margin
            )
        m.geom_priority[on_hand] = -1  # what is fixed, too, brings its own friction
        m.geom_margin[:] = np.where(on_hand, 0.0, margin)
        self._parts = Parts(
            np.array([m.body(name).id for name in segments], np.int64),
            np.array([m.body(o.name).id for o in objects], np.int64), self._com,
            se3.from_pose7(np.hstack([m.body_ipos, m.body_iquat])),
            m.geom_bodyid.astype(np.int64),
            se3.from_pose7(np.hstack([m.geom_pos, m.geom_quat])),
        )  # fmt: skip
        d = self._data
        self._places = Places(
            np.tile(np.eye(4), (m.nbody, 1, 1)), d.xpos, d.xmat, d.xipos, d.ximat, d.geom_xpos,
            d.geom_xmat,
        )  # fmt: skip

    def object_poses(self, bodies: np.ndarray) -> np.ndarray:
        """(O, 4, 4) of the objects' own frames, of bodies (B, 4, 4) at the centres of mass."""
        T = np.array(bodies[: len(self._com)])
        T[:, :3, 3] -= np.einsum("bij,bj->bi", T[:, :3, :3], self._com)
        return T

    def body_poses(self, objects: np.ndarray) -> np.ndarray:
        """(B, 4, 4) the other way round, the floor included."""
        T = np.tile(np.eye(4), (len(self.bodies), 1, 1))
        T[: len(self._com)] = objects
        T[: len(self._com), :3, 3] = se3.apply(objects, self._com)
        return T

    def __call__(self, links: np.ndarray, bodies: np.ndarray) -> Contacts:
        """Contacts of links (S, 4, 4) and bodies (B, 4, 4), world."""
        kernels("synthesis.touching").place(links, bodies, self._parts, self._places)
        mujoco.mj_collision(self._model, self._data)
        return self._read()

    def _read(self) -> Contacts:
        c = self._data.contact
        found = c.geom, c.dist, c.pos, c.frame, c.friction
        if self._floor is not None:
            found = self._floor.joined(self._places.pose, found)
        if not len(found[1]):
            return Contacts.none()
        kept = kernels("synthesis.touching").kept_contacts(*found, self._link, self._body)
        return Contacts(*kept)


def object_body(placed: ObjectInScene) -> Body:
    """The rigid body of an object, its frame at the centre of mass."""
    obj, mount = placed.object, placed.object.mount
    if placed.moves != "hinge" or mount is None:
        return Body(placed.name, placed.moves, obj.mass, np.array(obj.inertia))
    return Body(
        placed.name, "hinge", obj.mass, np.array(obj.inertia), np.array(mount.axis),
        mount.point - obj.com, mount.damping, mount.friction_torque,
        mount.limits or (-np.inf, np.inf),
    )  # fmt: skip
