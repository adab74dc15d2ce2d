"""Which of our joints the bones of somebody else's rig are, where they are, and what they carry."""

from typing import NamedTuple

import numpy as np

from prehensile.errors import InputError
from prehensile.files.listed import ListedNamesError
from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import PALM, TIP_SEGMENT, WEBXR_DIGIT, digit_segments
from prehensile.hand.webxr_joints import webxr_joints
from prehensile.kinematics.fit.keypoint_layout import PALM_CENTRE
from prehensile.skin.imported.gltf_skin import SkinnedMesh
from prehensile.skin.imported.shown_names import all_names, shown_names

NEEDED = (PALM, *(name for digit in DIGITS for name in digit_segments(digit)))
"""Joints that a hand cannot do without; metacarpals of fingers and tips can be made up for."""
MOST_BARE = 0.1
"""Share of the vertices that may lack weights and are given their neighbours'."""
TIP_IN_FLESH = 0.85
"""Where tip joints are, over the way from the last joint to the end of the flesh."""
SKEW = 0.02
"""How far axes of joint frames may be from square and of equal length before a note says so."""


class ImportedJoints(NamedTuple):
    """WebXR's joints in a mesh, and their shares of it."""

    places: dict[str, np.ndarray]
    """WebXR name → (3,) in the file's frame and unit, its bind pose"""
    weights: np.ndarray
    """(V, 25) in the order of `webxr_joints`, rows sum to 1"""
    rows: dict[str, int]
    """WebXR name → the file's joint"""
    columns: np.ndarray
    """(J,) row of `webxr_joints` for each of the file's joints"""
    repairs: tuple[str, ...]
    notes: tuple[str, ...]


def imported_joints(mesh: SkinnedMesh) -> ImportedJoints:
    """Sort a rig's joints.

    Raises:
        InputError: a joint is missing, or too many vertices have no weight.
    """
    known: dict[str, int] = {}
    for row, name in enumerate(mesh.names):
        if name.joint is not None:
            known.setdefault(name.joint, row)
    missing = [name for name in NEEDED if name not in known]
    if missing:
        raise ListedNamesError(
            f"its rig lacks {all_names(missing)}: name or add these joints, or say which they are "
            f"in a file of names (--names); its bones are {all_names(mesh.labels)}"
        )
    repairs, notes = [], []
    columns, folded = _columns(mesh, known)
    if folded:
        notes.append(
            f"{len(folded)} joints that hands do not have ({shown_names(folded)}) are folded "
            "into the next one above"
        )
    if not _are_rigid(mesh.bind[:, :3, :3]):
        notes.append("its joints are scaled unevenly or sheared; only where they are is used")
    weights = np.zeros((len(mesh.vertices), len(webxr_joints()[0])))
    np.add.at(weights, (np.arange(len(weights))[:, None], columns[mesh.joints]), mesh.weights)
    total = weights.sum(axis=1)
    bare = total <= 0
    if bare.any():
        repairs.append(_clothe(mesh.vertices, weights, bare))
        total = weights.sum(axis=1)
    if np.abs(total[~bare] - 1).max(initial=0) > 0.01:
        repairs.append("weights that did not sum to 1 are normalised")
    weights /= total[:, None]
    places = {name: mesh.bind[row, :3, 3] for name, row in known.items() if name != PALM_CENTRE}
    tips = [digit for digit in DIGITS if f"{WEBXR_DIGIT[digit]}-tip" not in places]
    for digit in tips:
        places[f"{WEBXR_DIGIT[digit]}-tip"] = _tip(mesh.vertices, weights, places, digit)
    if tips:
        repairs.append(f"tip joints of {shown_names(tips)} are missing, and taken from the mesh")
    return ImportedJoints(places, weights, known, columns, tuple(repairs), tuple(notes))


def flesh_ends(
    vertices: np.ndarray, weights: np.ndarray, places: dict[str, np.ndarray]
) -> dict[str, float]:
    """Digit → distance from its last joint to the end of its flesh, along its last bone."""
    ends = {}
    for digit, last in TIP_SEGMENT.items():
        start, tip = places[last], places[f"{WEBXR_DIGIT[digit]}-tip"]
        along = (tip - start) / np.linalg.norm(tip - start)
        owned = vertices[_owned(weights, digit)]
        ends[digit] = float(((owned - start) @ along).max(initial=np.linalg.norm(tip - start)))
    return ends


def _are_rigid(axes: np.ndarray) -> bool:
    """Whether axes (J, 3, 3) are square to one another and all of one length, whatever the unit."""
    square = np.swapaxes(axes, 1, 2) @ axes
    size = np.trace(square, axis1=1, axis2=2).mean() / 3
    return bool(np.abs(square / size - np.eye(3)).max() < SKEW)


def _columns(mesh: SkinnedMesh, known: dict[str, int]) -> tuple[np.ndarray, list[str]]:
    """Our joint (row of `webxr_joints`) for each of the file's, and those that are not ours."""
    names = webxr_joints()[0]
    joint_of = {row: name for name, row in known.items()}
    columns, folded = np.zeros(len(mesh.names), int), []
    for row in range(len(mesh.names)):
        at = row
        while at >= 0 and at not in joint_of:
            at = mesh.parents[at]
        if at < 0:  # nothing known above it: the nearest one
            away = [np.linalg.norm(mesh.bind[k, :3, 3] - mesh.bind[row, :3, 3]) for k in joint_of]
            at = list(joint_of)[int(np.argmin(away))]
        name = joint_of[at]
        columns[row] = names.index(PALM if name == PALM_CENTRE else name)
        if row not in joint_of:
            folded.append(mesh.labels[row])
    return columns, folded


def _clothe(vertices: np.ndarray, weights: np.ndarray, bare: np.ndarray) -> str:
    """Give bare vertices the weights of the nearest one that has some, in place."""
    from scipy.spatial import KDTree

    if bare.mean() > MOST_BARE:
        raise InputError(
            f"{bare.sum()} of {len(bare)} vertices hang on no joint, and at most "
            f"{MOST_BARE:.0%} are mended: paint their weights"
        )
    near = KDTree(vertices[~bare]).query(vertices[bare])[1]
    weights[bare] = weights[~bare][near]
    return f"{bare.sum()} vertices hung on no joint, and take the weights of the nearest that does"


def _owned(weights: np.ndarray, digit: str) -> np.ndarray:
    """(V,) of bool: vertices that the last bone of a digit carries most of."""
    names = webxr_joints()[0]
    rows = [names.index(name) for name in (TIP_SEGMENT[digit], f"{WEBXR_DIGIT[digit]}-tip")]
    return weights[:, rows].sum(axis=1) > 0.5


def _tip(
    vertices: np.ndarray, weights: np.ndarray, places: dict[str, np.ndarray], digit: str
) -> np.ndarray:
    """Where a tip joint would be, by the flesh that the last bone carries."""
    start, owned = places[TIP_SEGMENT[digit]], vertices[_owned(weights, digit)]
    if not len(owned):
        raise InputError(f"no part of the mesh hangs on {TIP_SEGMENT[digit]}")
    along = owned.mean(axis=0) - start
    along /= np.linalg.norm(along)
    return start + TIP_IN_FLESH * ((owned - start) @ along).max() * along
