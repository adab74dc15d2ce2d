"""Clips as NPZ: one file, a JSON header and plain arrays, nothing outside needed to play it.

Version 2; version 1 is the same without pictures, and still written where there are none. The
array ``header`` is JSON: names, models, colours, meta, and the counts from which the type and shape
of every other array follow. Anything else in the file, or an array of another type or shape, and
the file is refused.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import numpy as np

from prehensile.files.array_header import HeadedArrays, Layout, header_count, header_value
from prehensile.files.pictures.texture import MOST_BYTES, Texture
from prehensile.motion.clip import BodyTrack, Clip, HandTrack
from prehensile.motion.contacts import LAYOUT, ContactTrack

FORMAT = HeadedArrays("prehensile.clip", 2, 4 * 1024**2, "keep large data out of meta", oldest=1)
"""Names, a hand's spec and meta are some kilobytes."""


def save(clip: Clip, path: str | Path) -> None:
    """Write a clip; the same clip gives the same bytes.

    Raises:
        InputError: the clip is larger than :func:`load` accepts.
        FileError: the file cannot be written.
    """
    header = {
        "version": 1 if all(body.texture is None for body in clip.bodies) else 2,
        "frames": clip.n_frames,
        "hands": [
            {"name": hand.name, "joint_names": hand.joint_names, "model": hand.model}
            for hand in clip.hands
        ],
        "bodies": [
            {
                "name": body.name,
                "vertices": len(body.vertices),
                "faces": len(body.faces),
                "color": body.color.tolist(),
                **({} if body.texture is None else {"picture": len(body.texture.picture)}),
            }
            for body in clip.bodies
        ],
        "contacts": {"names": clip.contacts.names, "count": len(clip.contacts)},
        "meta": clip.meta,
    }
    arrays = {"time": clip.time}
    arrays |= {"finger_force": clip.finger_force, "palm_force": clip.palm_force}
    for k, hand in enumerate(clip.hands):
        arrays |= {f"hand{k}_q": hand.q, f"hand{k}_T_world_forearm": hand.T_world_forearm}
    for k, body in enumerate(clip.bodies):
        arrays |= {f"body{k}_vertices": body.vertices, f"body{k}_faces": body.faces}
        arrays |= {f"body{k}_pose": body.pose}
        if body.texture is not None:
            picture = np.frombuffer(body.texture.picture, np.uint8)
            arrays |= {f"body{k}_corner_uv": body.texture.corner_uv, f"body{k}_picture": picture}
    arrays["contact_offsets"] = clip.contacts.offsets
    arrays |= {f"contact_{name}": getattr(clip.contacts, name) for name in LAYOUT}
    FORMAT.write(path, header, arrays)


def load(path: str | Path) -> Clip:
    """Read a clip, bit for bit as it was saved. Safe on a stranger's file.

    Raises:
        FileError: missing, damaged, hostile, not a clip, or of a newer schema.
    """
    with FORMAT.reading(path, _layout) as (header, arrays):
        hands = [
            HandTrack(
                name=hand["name"],
                model=header_value(hand, "model", dict),
                joint_names=tuple(hand["joint_names"]),
                q=arrays[f"hand{k}_q"],
                T_world_forearm=arrays[f"hand{k}_T_world_forearm"],
            )
            for k, hand in enumerate(header["hands"])
        ]
        bodies = [
            BodyTrack(
                name=body["name"],
                vertices=arrays[f"body{k}_vertices"],
                faces=arrays[f"body{k}_faces"],
                pose=arrays[f"body{k}_pose"],
                color=cast(Any, header_value(body, "color", list)),  # checked there
                texture=_texture(arrays, k),
            )
            for k, body in enumerate(header["bodies"])
        ]
        return Clip(
            time=arrays["time"],
            hands=tuple(hands),
            bodies=tuple(bodies),
            contacts=ContactTrack(
                names=tuple(header["contacts"]["names"]),
                offsets=arrays["contact_offsets"],
                **{name: arrays[f"contact_{name}"] for name in LAYOUT},
            ),
            finger_force=arrays["finger_force"],
            palm_force=arrays["palm_force"],
            meta=header_value(header, "meta", dict),
        )


def _texture(arrays: Mapping[str, np.ndarray], k: int) -> Texture | None:
    if f"body{k}_picture" not in arrays:
        return None
    return Texture(arrays[f"body{k}_corner_uv"], arrays[f"body{k}_picture"].tobytes())


def frame_count(path: str | Path) -> int:
    """Frames that a file claims, read from its header alone.

    Raises:
        FileError: missing, damaged, hostile, not a clip, or of a newer schema.
    """
    with FORMAT.reading_header(path) as header:
        return header_count(header, "frames")


def _layout(header: dict[str, Any]) -> Layout:
    """Type and shape of every array, as the header's counts claim them."""
    frames = header_count(header, "frames")
    hands = header_value(header, "hands", list)
    layout: dict[str, tuple[type[np.generic], tuple[int, ...]]] = {
        "time": (np.float64, (frames,)),
        "finger_force": (np.float64, (frames, len(hands), 5)),
        "palm_force": (np.float64, (frames, len(hands))),
    }
    for k, hand in enumerate(hands):
        header_value(hand, "name", str)
        layout[f"hand{k}_q"] = (np.float64, (frames, len(header_value(hand, "joint_names", list))))
        layout[f"hand{k}_T_world_forearm"] = (np.float64, (frames, 7))
    for k, body in enumerate(header_value(header, "bodies", list)):
        header_value(body, "name", str)
        layout[f"body{k}_vertices"] = (np.float32, (header_count(body, "vertices"), 3))
        layout[f"body{k}_faces"] = (np.int32, (header_count(body, "faces"), 3))
        layout[f"body{k}_pose"] = (np.float64, (frames, 7))
        if "picture" in body:
            count = header_count(body, "faces")
            layout[f"body{k}_corner_uv"] = (np.float32, (count, 3, 2))
            layout[f"body{k}_picture"] = (np.uint8, (header_count(body, "picture", MOST_BYTES),))
    contacts = header_value(header, "contacts", dict)
    header_value(contacts, "names", list)
    count = header_count(contacts, "count")
    layout["contact_offsets"] = (np.int64, (frames + 1,))
    layout |= {f"contact_{name}": (kind, (count, *tail)) for name, (kind, tail) in LAYOUT.items()}
    return layout
