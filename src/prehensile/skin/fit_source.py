"""Where examples come from: solved tissue, OBJ meshes, or the shape keys of a skinned hand."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from prehensile.errors import FileError, InputError
from prehensile.files.opened import parsing
from prehensile.hand.hand import Hand
from prehensile.hand.spec import HandSpec, Side
from prehensile.skin.eigenskin.blend import own_blend
from prehensile.skin.eigenskin.examples import SkinExamples
from prehensile.skin.eigenskin.file import template_digest
from prehensile.skin.eigenskin.obj_folder import TABLE, read_obj_examples
from prehensile.skin.imported.examples import key_examples, obj_examples
from prehensile.skin.imported.key_names import SYNTAX, key_pose
from prehensile.skin.imported.rig import imported_hand
from prehensile.skin.imported.shown_names import shown_names
from prehensile.skin.template.levels import skin_mesh
from prehensile.skin.template.shipped import template
from prehensile.skin.tissue.record import MODEL, Examples, read_examples

MESH_ENDINGS = (".glb", ".gltf")
"""Suffixes of skinned hands that may bring their examples along as shape keys."""


@dataclass(frozen=True, eq=False)
class FitSource:
    """Examples, and the skin that they belong to."""

    examples: SkinExamples
    template: str
    """digest of our own template, if they are of our own skin; empty for another mesh"""
    lines: tuple[str, ...] = ()
    """what was found and what was left out, for people"""
    record: Mapping[str, Any] = field(default_factory=dict)
    """JSON: how they were made"""


def tissue_source(folder: Path) -> FitSource:
    """What ``prehensile skin examples`` solved.

    Raises:
        FileError: a damaged folder, or one of an earlier skin.
    """
    with parsing(folder, "solved_tissue"):
        found = read_examples(folder)
        if not np.array_equal(found.faces, template().faces):
            raise FileError(
                f"{folder} holds examples of another skin than ours of today; solve them anew "
                "with prehensile skin examples."
            )
        examples = tissue_examples(found)
    failed = (f"{name} has no balance and is left out: {why}" for name, why in found.failed.items())
    return FitSource(
        examples,
        template_digest(),
        tuple(failed),
        {
            "examples_minutes": round(float(found.seconds.sum()) / 60, 1),
            "volume_change_max": float(np.abs(found.volume_change).max()),
            "failed": len(found.failed),
        },
    )


def tissue_examples(solved: Examples) -> SkinExamples:
    """Solved shapes of one of our own right hands as examples of its skin."""
    hand = solved.hand.build()
    blend = own_blend(hand, solved.rest, solved.faces)
    q, shapes = solved.q.astype(float), solved.skin.astype(float)
    return SkinExamples(blend, hand, solved.names, q, shapes, solved.unseen)


def own_obj_source(folder: Path, hand: Hand) -> FitSource:
    """OBJ meshes of our own skin, coarsest level, in the palm's frame [m].

    Args:
        folder: see :mod:`prehensile.skin.eigenskin.obj_folder`.
        hand: one of our own right hands.

    Raises:
        FileError, InputError, UnknownNameError: as `read_obj_examples`; another number of vertices.
    """
    if not isinstance(hand.spec, HandSpec) or hand.side != "right":
        raise InputError(f"{hand}: our own skin is fitted on one of our own right hands.")
    mesh = skin_mesh(hand, 0)
    blend = own_blend(hand, mesh.vertices, mesh.faces)
    names, q, shapes = read_obj_examples(folder, blend.q_rest)
    if shapes.shape[1] != len(blend.rest):
        raise InputError(
            f"{names[0]} has {shapes.shape[1]} vertices and our own skin {len(blend.rest)}; give "
            "the mesh that the examples are of with --hand-mesh FILE."
        )
    examples = SkinExamples(blend, hand, names, q, shapes, one_sided=True)
    return FitSource(examples, template_digest())


def mesh_obj_source(folder: Path, mesh: Path, side: Side | None) -> FitSource:
    """OBJ meshes with the vertices of a skinned hand, in its frame and unit.

    Raises:
        FileError, InputError, UnknownNameError: a file that cannot be used, or does not fit.
    """
    found = imported_hand(mesh, side)
    return FitSource(obj_examples(found.skin, found.hand, folder), "", tuple(found.report.lines()))


def key_source(mesh: Path, side: Side | None) -> FitSource:
    """The shape keys of a skinned hand.

    Raises:
        FileError: the file cannot be used.
        InputError: none of its keys says a pose.
        UnknownNameError: a key names an angle that hands do not have.
    """
    found = imported_hand(mesh, side)
    keys = found.skin.keys
    for name in keys.others:
        if "=" in name:  # meant as a pose
            key_pose(name, found.bind_q)
    if not keys.names:
        has = f"it has {shown_names(keys.others)}" if keys.others else "it has none at all"
        raise InputError(
            f"{mesh} has no shape keys whose names say a pose ({has}); name them like {SYNTAX}."
        )
    return FitSource(key_examples(found.skin, found.hand), "", tuple(found.report.lines()))


def fit_source(path: Path, mesh: Path | None, hand: str | None) -> FitSource:
    """Examples of any kind, told by what they are.

    Args:
        path: a folder of ``prehensile skin examples``, a folder of OBJ meshes with their table,
            or a skinned hand with shape keys.
        mesh: the skinned hand that OBJ meshes are of; our own if left out.
        hand: as `prehensile.hand.parse.parse_hand` knows it; of a mesh, its side.

    Raises:
        FileError, InputError, UnknownNameError: nothing of that kind, or it cannot be used.
    """
    from prehensile.hand.parse import parse_hand
    from prehensile.hand.spec import SIDES

    side: Side | None = hand if hand in SIDES else None
    is_mesh = path.suffix.lower() in MESH_ENDINGS
    if (is_mesh or mesh is not None) and hand is not None and side is None:
        raise InputError(
            f"--hand {hand}: the mesh gives the sizes; give right or left, or nothing."
        )
    if is_mesh:
        if mesh is not None:
            raise InputError(f"--hand-mesh {mesh}: {path} is itself the mesh of its shape keys.")
        return key_source(path, side)
    if (path / MODEL).is_file():
        if mesh is not None or hand is not None:
            raise InputError(
                f"{path} holds solved tissue with its own hand; leave --hand and --hand-mesh out."
            )
        return tissue_source(path)
    if not (path / TABLE).is_file():
        raise FileError(
            f"{path} holds no examples: expected a folder of prehensile skin examples, a folder "
            f"with {TABLE} and OBJ meshes, or a skinned hand (.glb, .gltf) with shape keys."
        )
    if mesh is not None:
        return mesh_obj_source(path, mesh, side)
    return own_obj_source(path, parse_hand(hand or "right").build())
