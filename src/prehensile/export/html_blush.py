"""What the player needs to colour fingertips, as JSON beside its clip.

    {pigment, space, scale, textures, lookups: [PNG], hands: [which lookup]}

Pictures are those of `blush_pictures`, in base64. A hand whose colour stays has null for its
lookup. Blood itself is in the clip's GLB.
"""

import base64
import json
from dataclasses import replace

import numpy as np

from prehensile.export.blush_pictures import lookup_png, texture_picture
from prehensile.motion.clip import Clip
from prehensile.motion.tracked_hand import hand_of
from prehensile.skin.dress import Dress
from prehensile.skin.rig.lookup import Lookup

COARSE = 32
"""of the 65536 places along a side"""


def blush_json(clip: Clip, dress: Dress) -> str:
    """The text; empty where no fingertip ever changes its colour."""
    blood = dress.blood(clip)
    if dress.blush is None or blood is None:
        return ""
    pictures: list[bytes] = []
    hands = [
        _which(dress.lookup(hand_of(track)) if blood[:, row].any() else None, pictures)
        for row, track in enumerate(clip.hands)
    ]
    if not pictures:
        return ""
    packed = texture_picture(dress.blush)
    found = {
        "pigment": [float(x) for x in dress.blush.pigment],
        "space": dress.blush.space,
        "scale": packed.scale,
        "textures": _text(packed.png),
        "lookups": [_text(png) for png in pictures],
        "hands": hands,
    }
    return json.dumps(found, separators=(",", ":"))


def _which(lookup: Lookup | None, pictures: list[bytes]) -> int | None:
    """Its row among the pictures, to which it is added if it is new: hands may share one."""
    if lookup is None:
        return None
    png = lookup_png(_coarser(lookup))
    if png not in pictures:
        pictures.append(png)
    return pictures.index(png)


def _coarser(lookup: Lookup) -> Lookup:
    """Places to an eighth of a texel of the eigentextures: a third less to store."""
    st = np.round(lookup.st / COARSE) * COARSE
    return replace(lookup, st=np.minimum(st, 65535).astype(np.uint16))


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
