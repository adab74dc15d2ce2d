"""`Play`: a hand and objects that are stepped along references, and what is kept of it."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from prehensile.hand.compliance import HandCompliance
from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.synthesis.clips.assumed import assumed_compliance
from prehensile.synthesis.clips.judged import judged
from prehensile.synthesis.joint_limits import JointLimits
from prehensile.synthesis.made_clip import MadeClip
from prehensile.synthesis.play.start import check_room, settled_start
from prehensile.synthesis.reflex import GripReflex, ReflexLaw
from prehensile.synthesis.scene_geometry import SceneGeometry
from prehensile.synthesis.setting import Reference, Setting
from prehensile.synthesis.simulation import Simulation
from prehensile.synthesis.step import Step
from prehensile.synthesis.stiffening import StiffeningCompliance
from prehensile.synthesis.structure import HandStructure
from prehensile.world.objects.object import Object
from prehensile.world.scene import ObjectInScene, name_objects

RATE_HZ = 500.0
"""of the steps"""
FRAME_HZ = 100.0
"""of the clip that is made"""
ROOM = 5.0
"""[m] farther from the world's origin nothing is followed"""


class Play:
    """Steps, frames, and whether something left the room.

    Args:
        hand: on springs.
        name: of the hand in the clip.
        objects: where they stand at the beginning; they may be fixed or on a hinge.
        compliance: of the hand; `assumed_compliance` if left out.
        first: the reference that it begins with.
        floor: whether there is one, at z = 0.
        stiffening: [1/Nm] share by which torque makes joints stiffer (`StiffeningCompliance`).
        reflex: by which slip is answered with a tighter grip; none if left out.
        setting: ``sides``, ``damping`` and others of `Setting`; joint limits are the hand's.

    Attributes:
        simulation: where everything is.
        objects: named, bases of mounts included.
        inside: [m] that the reference began in an object, before the fingers gave way.
        left: name of the object that left the room; empty if none did.

    Raises:
        InputError: a compliance of another hand, options that do not fit, objects that begin in
            one another, too deep in the hand or outside the room.
    """

    def __init__(
        self,
        hand: Hand,
        name: str,
        objects: Object | ObjectInScene | Sequence[Object | ObjectInScene],
        compliance: HandCompliance | None,
        first: Reference,
        *,
        floor: bool = True,
        stiffening: float = 0.0,
        reflex: ReflexLaw | None = None,
        **setting: Any,
    ):
        C = (assumed_compliance(hand) if compliance is None else compliance).of(hand)
        self.objects = placed = name_objects(objects)
        check_room([o.name for o in placed], np.array([o.pose[:3] for o in placed]), ROOM)
        geometry = SceneGeometry(hand, placed, floor)
        options = {"timestep": 1 / RATE_HZ, "limits": JointLimits.of(hand), **setting}
        whole = Setting(HandStructure(hand), geometry.bodies, **options)
        T = geometry.body_poses(se3.from_pose7(np.array([o.pose for o in placed], float)))
        theta, self.inside = settled_start(whole, geometry, C, first, T, hand)
        self.simulation = Simulation(
            whole, geometry, StiffeningCompliance(C, stiffening) if stiffening else C, first, T,
            theta, None if reflex is None else GripReflex(reflex),
        )  # fmt: skip
        self.left = ""
        self._made = MadeClip(hand, name, placed, geometry)
        self._every = max(1, round(1 / (whole.timestep * FRAME_HZ)))
        self._count = 0

    def step(self, to: Reference | None = None) -> Step:
        """Go on by one step, to a new reference or with the one there is."""
        s = self.simulation
        time, state, contacts = s.time, s.state, s.contacts
        done = s.step(to)
        if self._count % self._every == 0:
            self._made.add(time, state, contacts, done.wrench)
        self._count += 1
        gone = ~(np.abs(s.state.T_bodies[:, :3, 3]).max(axis=1) <= ROOM)
        if gone.any():
            self.left = s.setting.bodies[int(gone.argmax())].name
        return done

    def clip(self, **meta: Any) -> Clip:
        """All frames so far, judged."""
        s = self.simulation
        about = {
            "made_by": "resynthesize",
            "unsolved_s": s.unsolved,
            "left": self.left,
            "timestep": s.setting.timestep,
            "reflex_level": 0.0 if s.reflex is None else s.reflex.level,
            **meta,
        }
        return judged(self._made.clip(about), self.objects)
