"""Frames of a world, gathered into a clip."""

from typing import Any

import numpy as np

from prehensile._version import __version__
from prehensile.errors import InputError
from prehensile.motion.clip import BodyTrack, Clip, HandTrack
from prehensile.motion.contacts import ContactFrame, ContactTrack
from prehensile.world.world import Frame, World


class Recorder:
    """Collects frames; every step by default, or one in ``every``."""

    def __init__(self, world: World, every: int = 1):
        if every < 1:
            raise InputError(f"recording one frame in {every} makes no sense; give 1 or more.")
        self._world = world
        self._every = every
        self._count = 0
        self._frames: list[Frame] = []
        self._aided_until: dict[str, float] = {}

    def add(self, frame: Frame) -> None:
        """Keep what `World.step` returned."""
        if self._count % self._every == 0:
            self._frames.append(frame)
        self._count += 1
        for name in frame.aided:
            self._aided_until[name] = frame.time

    def clip(self, meta: dict[str, Any] | None = None) -> Clip:
        """Everything so far. ``meta`` is added to the versions and the bodies' facts."""
        frames, world = self._frames, self._world
        if not frames:
            raise InputError("nothing was recorded: step the world first.")
        hands = tuple(
            HandTrack(
                name=h.name,
                model=h.hand.spec.to_json(),
                joint_names=h.hand.joint_names,
                q=np.stack([f.q[k] for f in frames]),
                T_world_forearm=np.stack([f.forearm[k] for f in frames]),
            )
            for k, h in enumerate(world.hands)
        )
        bodies = tuple(
            BodyTrack(
                name=o.name,
                vertices=o.object.vertices.astype(np.float32),
                faces=o.object.faces,
                pose=np.stack([f.bodies[k] for f in frames]),
                color=np.asarray(o.object.color, dtype=float)[:3],
                texture=o.object.texture,
            )
            for k, o in enumerate(world.objects)
        )
        force = np.stack([f.group_force for f in frames])
        contacts = ContactTrack.from_frames(
            world.contact_names, [ContactFrame(*f.contacts[:7]) for f in frames]
        )
        facts = {
            o.name: {
                "mass": o.object.mass,
                "com": o.object.com.tolist(),
                "friction": float(o.object.friction[0]),
                "fixed": o.fixed,
                "aided_until": self._aided_until.get(o.name),
            }
            for o in world.objects
        }
        return Clip(
            time=np.array([f.time for f in frames]),
            hands=hands,
            bodies=bodies,
            contacts=contacts,
            finger_force=force[:, :, :5],
            palm_force=force[:, :, 5],
            meta={
                "prehensile": __version__,
                "timestep": world.timestep,
                "bodies": facts,
                **(meta or {}),
            },
        )
