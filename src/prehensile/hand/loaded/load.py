"""`load_hand`: a hand from somebody else's model file."""

from pathlib import Path
from typing import Any

from prehensile.hand.loaded.hand import LoadedHand
from prehensile.hand.loaded.read import read_loaded_spec


def load_hand(
    path: str | Path,
    mapping: str | Path | dict[str, Any] | None = None,
    assets: str | Path | None = None,
    body: str | None = None,
) -> LoadedHand:
    """A hand from an MJCF or URDF file, to be used wherever a `Hand` is.

    Joints map by name through a small file (`prehensile.hand.loaded.mapping`). Palm, side,
    fingertips, palmar sides and signs are found from geometry; the file can correct each.
    Actuators, tendons, sensors, keyframes and dry joint friction of the model are left behind:
    joints are driven by our Commands, contacts have our hand's friction and softness. Joints that
    are not mapped are held rigidly at their default, or where ``[fixed]`` puts them.

    Args:
        path: the model; or a mapping file (``.toml``, ``.json``) that says where the model is.
        mapping: the mapping, as a file or a dict. If left out, one of ours that fits the model's
            joint names (the Shadow hand's), or the model's own names if they are ours.
        assets: one more folder in which meshes and included files may lie; without it, only what
            lies in the model's own folder or below is opened.
        body: the body that the hand begins with, of a model that holds more. If left out, the
            mapping tells: the palm with its digits, its wrist and the forearm before that, and what
            these are fixed to without a joint; arms and other hands stay behind.

    Raises:
        FileError: a file is missing or is not what its name says.
        InputError: no fingers, two fingers on one chain, a mapping that does not fit.
        UnknownNameError: a mapping names joints that are not there; the message lists those that
            are.
    """
    return read_loaded_spec(path, mapping, assets, body).build()
