"""An artist's hand from the reference data, and our own hand with its joints and in its pose."""

from pathlib import Path
from typing import NamedTuple

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import TIP_SEGMENT, digit_segments
from prehensile.kinematics.forward import segment_transforms
from prehensile.skin.imported.rig import ImportedHand, imported_hand


class ReferenceHand(NamedTuple):
    """A right hand in its bind pose, in our palm frame."""

    imported: ImportedHand
    vertices: np.ndarray
    """(V, 3) [m]"""
    faces: np.ndarray
    """(F, 3)"""
    joints: dict[str, np.ndarray]
    """(3,) [m] by name: ``Index_Proximal``, …, ``Index_Tip`` at the end of the flesh"""


def read_reference_hand(path: Path) -> ReferenceHand:
    """Read a right hand from a glTF file."""
    found = imported_hand(path, "right")
    poses, joints = segment_transforms(found.hand, found.bind_q), {}
    for digit in DIGITS:
        for name in digit_segments(digit):
            part = name.rpartition("-")[2].capitalize()
            joints[f"{digit.capitalize()}_{part}"] = poses[name][:3, 3]
        last = TIP_SEGMENT[digit]
        end = poses[last] @ [found.hand.segments[last].length, 0, 0, 1]
        joints[f"{digit.capitalize()}_Tip"] = end[:3]
    return ReferenceHand(found, found.rig.vertices, found.rig.faces, joints)


def matched_hand(reference: ReferenceHand) -> tuple[Hand, np.ndarray, np.ndarray]:
    """Our right hand with the reference's joints, posed like it.

    Returns:
        The hand, its joint angles (23,) [rad] and ``T_world_forearm`` (4, 4).
    """
    return reference.imported.hand, reference.imported.bind_q, np.eye(4)
