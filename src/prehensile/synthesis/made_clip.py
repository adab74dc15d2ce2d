"""`MadeClip`: steps of a simulation, gathered into a clip."""

from typing import Any

import numpy as np

from prehensile._version import __version__
from prehensile.hand.hand import Hand
from prehensile.hand.segments import GROUPS, group_of_segment
from prehensile.lie import se3
from prehensile.motion.clip import BodyTrack, Clip, HandTrack
from prehensile.motion.contacts import ContactFrame, ContactTrack
from prehensile.synthesis.contacts import HAND, Contacts
from prehensile.synthesis.scene_geometry import SceneGeometry
from prehensile.synthesis.setting import State
from prehensile.world.scene import ObjectInScene


class MadeClip:
    """Frames of a hand, objects and the forces between them.

    Args:
        hand: whose.
        name: of the hand in the clip.
        objects: in the order of the geometry's bodies.
        geometry: knows where objects are when their centres of mass are told.
    """

    def __init__(
        self, hand: Hand, name: str, objects: tuple[ObjectInScene, ...], geometry: SceneGeometry
    ):
        self._hand, self._name, self._objects = hand, name, objects
        self._geometry = geometry
        segments = tuple(f"{name}/{segment}" for segment in hand.segments)
        self.names = (*segments, *(body.name for body in geometry.bodies))
        """that contacts count in"""
        self._first_body = len(segments)
        self._group = np.array([GROUPS.index(group_of_segment(s)) for s in hand.segments])
        self._time: list[float] = []
        self._theta: list[np.ndarray] = []
        self._forearm: list[np.ndarray] = []
        self._bodies: list[np.ndarray] = []
        self._contacts: list[ContactFrame] = []
        self._force: list[np.ndarray] = []

    def add(self, time: float, state: State, contacts: Contacts, wrench: np.ndarray) -> None:
        """Keep a state [s], and the wrenches (N, 6) that the step from it found at its contacts."""
        dof = self._hand.dof
        T = state.reference.T_base.copy()
        T[:3, 3] += state.theta[dof:]
        self._time.append(time)
        self._theta.append(state.theta[:dof])
        self._forearm.append(T)
        self._bodies.append(self._geometry.object_poses(state.T_bodies))
        touching, force = self.read(contacts, wrench)
        self._contacts.append(touching)
        self._force.append(force)

    def read(self, contacts: Contacts, wrench: np.ndarray) -> tuple[ContactFrame, np.ndarray]:
        """The contacts at which wrenches (N, 6) act, and the normal forces (6,) [N] of the hand."""
        on = wrench.any(axis=1)
        n, c = contacts.normal[on], Contacts(*(column[on] for column in contacts))
        above = np.where(c.upper == HAND, c.link, self._first_body + c.upper)
        touching = ContactFrame(
            above.astype(np.int32), (self._first_body + c.lower).astype(np.int32), c.x, -n,
            -wrench[on, :3], np.einsum("ij,ij->i", wrench[on, 3:], n), -c.gap,
        )  # fmt: skip
        by_group = np.zeros(len(GROUPS))
        hand = c.upper == HAND
        pressed = np.einsum("ij,ij->i", wrench[on, :3], n)
        np.add.at(by_group, self._group[c.link[hand]], pressed[hand])
        return touching, by_group

    def clip(self, meta: dict[str, Any]) -> Clip:
        """All frames so far."""
        track = HandTrack(
            self._name, self._hand.spec.to_json(), self._hand.joint_names,
            np.array(self._theta), se3.to_pose7(np.array(self._forearm)),
        )  # fmt: skip
        poses = se3.to_pose7(np.array(self._bodies).reshape(len(self._time), -1, 4, 4))
        bodies = tuple(
            BodyTrack(
                o.name, o.object.vertices.astype(np.float32), o.object.faces, poses[:, k],
                np.asarray(o.object.color, float)[:3], o.object.texture,
            )
            for k, o in enumerate(self._objects)
        )  # fmt: skip
        force = np.array(self._force)[:, None]
        facts = {
            o.name: {
                "mass": o.object.mass,
                "com": o.object.com.tolist(),
                "friction": float(o.object.friction[0]),
                "fixed": o.fixed,
                "aided_until": None,
            }
            for o in self._objects
        }
        return Clip(
            np.array(self._time), (track,), bodies,
            ContactTrack.from_frames(self.names, self._contacts),
            force[:, :, :5], force[:, :, 5],
            {"prehensile": __version__, "bodies": facts, **meta},
        )  # fmt: skip
