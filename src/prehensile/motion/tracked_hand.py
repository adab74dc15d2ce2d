"""The hand that a track describes, and its angles in that hand's own order."""

import json
from functools import lru_cache

import numpy as np

from prehensile.errors import InputError
from prehensile.hand.description import hand_from_json
from prehensile.hand.hand import Hand
from prehensile.motion.tracks import HandTrack


def hand_of(track: HandTrack) -> Hand:
    """The hand that a track's model describes.

    Raises:
        InputError: the model describes no hand of ours.
    """
    return _built(json.dumps(track.model, sort_keys=True))


def angles_of(track: HandTrack) -> np.ndarray:
    """Joint angles (T, dof) [rad] in the order of the hand's joint names.

    Raises:
        InputError: the track lacks joints of its hand.
    """
    columns = {name: i for i, name in enumerate(track.joint_names)}
    wanted = hand_of(track).joint_names
    missing = [name for name in wanted if name not in columns]
    if missing:
        raise InputError(f"hand {track.name!r} of the clip lacks the joints {', '.join(missing)}.")
    return track.q[:, [columns[name] for name in wanted]]


@lru_cache(maxsize=8)
def _built(model: str) -> Hand:
    return hand_from_json(json.loads(model))
