"""Example shapes as one small file, to measure a fitted skin by.

Every vertex is stored where it would be at rest if its strongest bone alone carried it, as its
distance from the skin at rest in whole micrometres: what merely turns with a bone costs nothing.
"""

import json
from importlib import resources
from pathlib import Path

import numpy as np

from prehensile.atomic import atomic_path
from prehensile.errors import InputError
from prehensile.files.bounded_text import parse_json
from prehensile.files.foreign_arrays import foreign_arrays
from prehensile.files.opened import opened
from prehensile.hand.hand import Hand
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.skin.eigenskin.blend import own_blend
from prehensile.skin.flesh.bind_pose import bind_angles
from prehensile.skin.tissue.record import Examples

SHIPPED = "data/skin_examples.npz"
"""Solved shapes of the mean right hand; made by ``tools/make_eigenskin.py``."""
UNIFORM = "data/uniform_examples.npz"
"""Solved shapes at poses drawn uniformly within the limits, to judge by; made by
``tools/make_uniform_examples.py``."""
UNIT = 1e-6
"""[m] Step of the stored places."""


def shipped_examples(name: str = SHIPPED) -> Examples:
    """Solved shapes in the package: `SHIPPED` or `UNIFORM`."""
    with resources.as_file(resources.files("prehensile.skin").joinpath(name)) as path:
        return unpack_examples(path)


def pack_examples(examples: Examples, path: Path) -> None:
    """Write the shapes of all solved poses.

    Raises:
        InputError: a vertex is farther from its place than 16 bits can tell.
    """
    hand = examples.hand.build()
    blend = own_blend(hand, examples.rest, examples.faces)
    bone = blend.weights.argmax(axis=1)
    maps = se3.inverse(_bone_maps(hand, blend.segments, examples.q))[:, bone]
    moved = np.einsum("pvij,pvj->pvi", maps[..., :3, :3], examples.skin) + maps[..., :3, 3]
    whole = np.rint((moved - examples.rest) / UNIT)
    if np.abs(whole).max() > np.iinfo(np.int16).max:
        raise InputError(f"a vertex lies {UNIT * np.abs(whole).max():.3g} m from its bone's place.")
    with atomic_path(path) as temporary, temporary.open("wb") as file:
        np.savez_compressed(
            file,
            moved=whole.astype(np.int16),
            bone=bone.astype(np.uint8),
            segments=np.array(blend.segments),
            rest=examples.rest,
            faces=examples.faces.astype(np.uint16),
            names=np.array(examples.names),
            groups=np.array(examples.groups),
            unseen=examples.unseen,
            q=examples.q,
            volume_change=examples.volume_change,
            seconds=examples.seconds,
            hand=np.array(json.dumps(examples.hand.to_json())),
            failed=np.array(json.dumps(examples.failed)),
        )


def unpack_examples(path: Path) -> Examples:
    """Read what `pack_examples` wrote.

    Raises:
        FileError: there is no such file, or it is damaged.
    """
    with opened(path, "packed_examples") as file:
        arrays = foreign_arrays(file)
        spec = HandSpec.from_json(parse_json(str(arrays["hand"])))
        hand, rest = spec.build(), arrays["rest"]
        maps = _bone_maps(hand, tuple(arrays["segments"].tolist()), arrays["q"])[:, arrays["bone"]]
        moved = rest + UNIT * arrays["moved"]
        skin = np.einsum("pvij,pvj->pvi", maps[..., :3, :3], moved) + maps[..., :3, 3]
        return Examples(
            hand=spec,
            rest=rest,
            faces=arrays["faces"].astype(np.uint32),
            names=tuple(arrays["names"].tolist()),
            groups=tuple(arrays["groups"].tolist()),
            unseen=arrays["unseen"],
            q=arrays["q"],
            skin=skin.astype(np.float32),
            volume_change=arrays["volume_change"],
            seconds=arrays["seconds"],
            failed=parse_json(str(arrays["failed"])),
        )


def _bone_maps(hand: Hand, segments: tuple[str, ...], q: np.ndarray) -> np.ndarray:
    """(P, B, 4, 4) rigid motions of the segments from rest to the poses ``q`` (P, dof) [rad]."""
    rest, poses = segment_transforms(hand, bind_angles()), segment_transforms(hand, q)
    return np.stack([poses[name] @ se3.inverse(rest[name]) for name in segments], axis=1)
