"""What the player needs to colour fingertips, as JSON beside its clip.

    {pigment, space, scale, textures, lookups: [PNG], rate,
     hands: [{lookup, most, blood}]}

Pictures are those of `blush_pictures`, in base64. ``blood`` is base64 too: 16-bit whole numbers
(little-endian), five fingers of four a sample, ``rate`` samples a second from the clip's beginning
on; 32767 is ``most``. A hand whose colour stays has null for it.
"""

import base64
import json
from dataclasses import replace
from typing import Any

import numpy as np

from prehensile.export.blush_pictures import lookup_png, texture_picture
from prehensile.motion.clip import Clip
from prehensile.motion.tracked_hand import hand_of
from prehensile.skin.dress import Dress
from prehensile.skin.rig.lookup import Lookup

RATE = 30.0
"""[Hz] Blood needs a fifth of a second: between two samples it moves straight on."""
FULL = 32767
COARSE = 32
"""of the 65536 places along a side"""


def blush_json(clip: Clip, dress: Dress) -> str:
    """The text; empty where no fingertip ever changes its colour."""
    blood = dress.blood(clip)
    if dress.blush is None or blood is None or not blood.any():
        return ""
    lookups: list[bytes] = []
    hands = [_hand(clip, dress, row, blood[:, row], lookups) for row in range(len(clip.hands))]
    if not any(hands):
        return ""
    packed = texture_picture(dress.blush)
    found = {
        "pigment": [float(x) for x in dress.blush.pigment],
        "space": dress.blush.space,
        "scale": packed.scale,
        "textures": _text(packed.png),
        "lookups": [_text(png) for png in lookups],
        "rate": RATE,
        "hands": hands,
    }
    return json.dumps(found, separators=(",", ":"))


def _hand(
    clip: Clip, dress: Dress, row: int, blood: np.ndarray, lookups: list[bytes]
) -> dict[str, Any] | None:
    lookup = dress.lookup(hand_of(clip.hands[row]))
    most = float(np.abs(blood).max())
    if lookup is None or most == 0:
        return None
    png = lookup_png(_coarser(lookup))
    if png not in lookups:
        lookups.append(png)
    steps = np.round(sampled_blood(clip.time, blood) * (FULL / most)).astype("<i2")
    return {"lookup": lookups.index(png), "most": most, "blood": _text(steps.tobytes())}


def sampled_blood(time: np.ndarray, blood: np.ndarray) -> np.ndarray:
    """Blood (T, 5, 4) at times (T,) [s], as (N, 5, 4) at :data:`RATE` until past the end."""
    at = time[0] + np.arange(int(np.ceil((time[-1] - time[0]) * RATE)) + 1) / RATE
    flat = blood.reshape(len(time), -1)
    columns = [np.interp(at, time, column) for column in flat.T]
    return np.stack(columns, axis=1).reshape(-1, *blood.shape[1:])


def _coarser(lookup: Lookup) -> Lookup:
    """Places to an eighth of a texel of the eigentextures: a third less to store."""
    st = np.round(lookup.st / COARSE) * COARSE
    return replace(lookup, st=np.minimum(st, 65535).astype(np.uint16))


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
