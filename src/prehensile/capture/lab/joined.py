"""Clips of one world that follow each other, as one."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from prehensile.motion.clip import Clip
from prehensile.motion.contacts import LAYOUT, ContactTrack


def joined(clips: Sequence[Clip]) -> Clip:
    """One clip of several with the same hands and bodies, each going on after the one before."""
    first = clips[0]
    hands = tuple(
        replace(
            hand,
            q=np.concatenate([c.hands[k].q for c in clips]),
            T_world_forearm=np.concatenate([c.hands[k].T_world_forearm for c in clips]),
        )
        for k, hand in enumerate(first.hands)
    )
    bodies = tuple(
        replace(body, pose=np.concatenate([c.bodies[k].pose for c in clips]))
        for k, body in enumerate(first.bodies)
    )
    counts = np.concatenate([np.diff(c.contacts.offsets) for c in clips])
    contacts = ContactTrack(
        names=first.contacts.names,
        offsets=np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
        **{name: np.concatenate([getattr(c.contacts, name) for c in clips]) for name in LAYOUT},
    )
    return Clip(
        time=np.concatenate([c.time for c in clips]),
        hands=hands,
        bodies=bodies,
        contacts=contacts,
        finger_force=np.concatenate([c.finger_force for c in clips]),
        palm_force=np.concatenate([c.palm_force for c in clips]),
        meta=first.meta,
    )
