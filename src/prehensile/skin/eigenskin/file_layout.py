"""What a file of a fitted EigenSkin may hold: every array's type and shape, and numbers in reason.

Reasons are halves of a sentence, as :func:`prehensile.files.archive.open_arrays` wants them.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from prehensile.errors import InputError
from prehensile.files.array_header import Layout, header_count, header_value
from prehensile.hand.joints import JOINT_NAMES, joint_degrees
from prehensile.hand.segments import SEGMENT_NAMES, joint_segment
from prehensile.skin.eigenskin.blend import SkinBlend
from prehensile.skin.eigenskin.model import JointCorrection
from prehensile.skin.rig.interpolation import PUBLISHED, SMOOTH, PoseInterpolation

MOST_VERTICES, MOST_KEPT, MOST_EXAMPLES = 1_000_000, 100, 10_000
"""Most of each that a header may claim."""
FARTHEST = 1.0
"""[m] Nothing of a hand is farther from its wrist, nor moved by more."""


def array_layout(header: dict[str, Any]) -> Layout:
    """Type and shape of every array, as the header's counts claim them."""
    vertices = header_count(header, "vertices", MOST_VERTICES)
    faces = header_count(header, "faces", 2 * MOST_VERTICES)
    joints = _joint_headers(header)
    index = index_type(vertices)
    support = [header_count(joint, "support", vertices) for joint in joints]
    kept = [header_count(joint, "kept", MOST_KEPT) for joint in joints]
    examples = [header_count(joint, "examples", MOST_EXAMPLES) for joint in joints]
    values = sum(header_count(joint, "singular_values", MOST_EXAMPLES) for joint in joints)
    moved = sum(s * k for s, k in zip(support, kept, strict=True))
    return {
        "rest": (np.float32, (vertices, 3)),
        "surface": (index, (faces, 3)),
        "q_rest": (np.float64, (len(JOINT_NAMES),)),
        "weights": (np.float32, (vertices, len(header_value(header, "segments", list)))),
        "support": (index, (sum(support),)),
        "shift": (np.float16, (3 * moved,)),
        "shift_unit": (np.float64, (sum(kept),)),
        "turn": (np.float16, (3 * moved,)),
        "turn_unit": (np.float64, (sum(kept),)),
        "centres": (np.float64, (3 * sum(examples),)),
        "factors": (np.float64, (sum(e * k for e, k in zip(examples, kept, strict=True)),)),
        "tail": (np.float64, (4 * sum(kept),)),
        "singular_values": (np.float64, (values,)),
    }


def _joint_headers(header: dict[str, Any]) -> list[dict[str, Any]]:
    """What the header says of each joint, each one of ours and none twice."""
    joints = header_value(header, "joints", list)
    names = [header_value(joint, "joint", str) for joint in joints]
    odd = [name for k, name in enumerate(names) if name not in joint_degrees() or name in names[:k]]
    if odd:
        raise InputError(f"it corrects a joint that is unknown or there twice: {odd[0]!r}")
    return joints


def checked_blend(header: dict[str, Any], arrays: Mapping[str, np.ndarray]) -> SkinBlend:
    """The skin and its weights.

    Raises:
        InputError: numbers out of range, or segments that no hand has.
    """
    rest, faces, weights = (arrays[name] for name in ("rest", "surface", "weights"))
    segments = tuple(header["segments"])
    unknown = [name for name in segments if name not in SEGMENT_NAMES]
    if unknown:
        raise InputError(f"its skin hangs on an unknown segment {unknown[0]!r}")
    if np.abs(rest).max(initial=0) > FARTHEST:
        raise InputError(f"its skin reaches farther than {FARTHEST:g} m")
    if faces.max(initial=0) >= len(rest):
        raise InputError(f"its faces name vertex {faces.max()}; it has {len(rest)}")
    if (weights < 0).any() or (np.abs(weights.sum(axis=1) - 1) > 1e-3).any():
        raise InputError("its weights are below zero or do not sum to 1")
    return SkinBlend(
        rest.astype(float), faces.astype(np.uint32), arrays["q_rest"], segments,
        weights.astype(float),
    )  # fmt: skip


def checked_joints(
    header: dict[str, Any], arrays: Mapping[str, np.ndarray]
) -> tuple[JointCorrection, ...]:
    """The corrections of every joint.

    Raises:
        InputError: vertices that the skin has not, or displacements larger than a hand.
    """
    taken = dict.fromkeys(arrays, 0)

    def take(name: str, *shape: int) -> np.ndarray:
        first, size = taken[name], int(np.prod(shape))
        taken[name] += size
        return arrays[name][first : first + size].reshape(shape)

    found = []
    for joint in header["joints"]:
        n, size, examples = joint["kept"], joint["support"], joint["examples"]
        support = take("support", size).astype(np.intp)
        if len(support) and (support.max() >= header["vertices"] or (np.diff(support) <= 0).any()):
            raise InputError(f"the vertices that {joint['joint']} moves are not in order")
        shift = take("shift", n, size, 3).astype(float) * take("shift_unit", n, 1, 1)
        turn = take("turn", n, size, 3).astype(float) * take("turn_unit", n, 1, 1)
        width, left_out = (float(header_value(joint, key, float)) for key in ("width", "left_out"))
        kernel = header_value(joint, "kernel", str)
        if not width > 0 or kernel not in (SMOOTH, PUBLISHED):
            raise InputError(f"{joint['joint']} has the width {width:g} and kernel {kernel!r}")
        correction = JointCorrection(
            joint=joint["joint"],
            segment=joint_segment(joint["joint"]),
            support=support,
            displacements=shift,
            normals=turn,
            coordinates=PoseInterpolation(
                centres=take("centres", examples, 3),
                factors=take("factors", examples, n),
                tail=take("tail", 4, n),
                width=width,
                kernel=kernel,
                left_out=left_out,
            ),
            singular_values=take("singular_values", joint["singular_values"]),
        )
        _check_size(correction)
        found.append(correction)
    return tuple(found)


def _check_size(joint: JointCorrection) -> None:
    """Refuse what would throw vertices out of sight at its own examples."""
    if not len(joint.coordinates.centres):
        raise InputError(f"{joint.joint} has no examples")
    with np.errstate(over="ignore", invalid="ignore"):
        largest = np.abs(joint.coordinates(joint.coordinates.centres)).max(axis=0)
        moved = largest * np.abs(joint.displacements).max(axis=(1, 2), initial=0)
    if not (moved <= FARTHEST).all():
        raise InputError(f"{joint.joint} moves vertices by more than {FARTHEST:g} m")


def index_type(count: int) -> type[np.generic]:
    """The smallest unsigned type that holds numbers below ``count``."""
    return np.uint16 if count <= np.iinfo(np.uint16).max else np.uint32
