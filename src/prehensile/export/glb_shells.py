"""Colour of fingertips for programs that know nothing but glTF: thin shells that come up.

Colours of vertices or of materials that change are played by some programs and not by others (the
importer of Blender drops the former, three.js the latter). Morph targets that move vertices are
played by all. So every fingertip has a copy of its skin for each level of blood, with a picture of
its own. It lies hidden under the skin; its target lifts it a hair's breadth above, each level above
the one before. All levels up to the present one are up: so none is missing between two frames, and
the highest is seen.
"""

from dataclasses import replace

import numpy as np

from prehensile.export.glb_morphs import FINEST, BakedSkin, Shape, set_weights, sparse_target
from prehensile.export.glb_skin import skinned_attributes, webxr_tangents
from prehensile.export.tip_levels import TipPictures
from prehensile.export.tip_tiles import TipTiles, tip_tiles
from prehensile.files.gltf_writer import INDICES, VERTICES, Gltf
from prehensile.files.pictures.picture import png_bytes
from prehensile.hand.joints import DIGITS
from prehensile.hand.webxr_joints import R_BONE_WEBXR
from prehensile.skin.rig.rig import Rig

HIDDEN = 0.88
"""Size of a hidden shell, about the middle of its fingertip."""
SAME = 1e-6
"""[m] Vertices that are closer are one."""
FIRST, NEXT = 2e-5, 5e-6
"""[m] the first level above the skin, and each above the one before: some steps of a depth buffer
of 24 bits that begins at 0.01 m, half a metre away."""


def add_shells(gltf: Gltf, skin: int, baked: BakedSkin, tips: TipPictures) -> tuple[int, BakedSkin]:
    """Add the shells of a hand's fingertips.

    Args:
        gltf: with the hand's skin.
        skin: its node.
        baked: what was written for it.
        tips: with at least one level.

    Returns:
        Their node, and their targets for its track of weights: those of the skin, then one for
        each level and finger that has it.
    """
    height, width = tips.base.shape[:2]
    tiles = tip_tiles(baked.rig, tips.lookup, (width, height))
    shells = _shells(baked, tiles, tips)
    node = gltf.item("nodes", skin)
    (own,) = gltf.item("meshes", node["mesh"])["primitives"]
    look = gltf.item("materials", own["material"])
    attributes = skinned_attributes(gltf, shells.rig)
    if "normalTexture" in look:
        attributes["TANGENT"] = gltf.add_array(webxr_tangents(baked.rig)[tiles.rows], VERTICES)
    attributes["TEXCOORD_0"] = gltf.add_array(tiles.uv, VERTICES)
    if "normalTexture" in look and shells.rig.uv is not None:
        attributes["TEXCOORD_1"] = gltf.add_array(shells.rig.uv, VERTICES)
    indices = gltf.add_array(shells.rig.faces.reshape(-1), INDICES)
    primitives = []
    for level, targets in enumerate(_targets(gltf, shells, tips.levels.count), 1):
        cut = tiles.cut(tips.at_level(level), tips.levels.fingers(level))
        picture = png_bytes(tiles.thrifty(cut))
        material = _material(gltf, look, level, gltf.add_picture(picture))
        primitives.append(
            {
                "attributes": attributes,
                "indices": indices,
                "material": material,
                "targets": targets,
            }
        )
    name = node["name"].removesuffix("-skin") + "-blush"
    mesh = gltf.add("meshes", name=f"{name}-mesh", primitives=primitives)
    set_weights(gltf, mesh, shells)
    return gltf.add("nodes", name=name, mesh=mesh, skin=node["skin"]), shells


def _shells(baked: BakedSkin, tiles: TipTiles, tips: TipPictures) -> BakedSkin:
    """The hidden shells as a skin of their own, with all that moves them."""
    rig, rows = baked.rig, tiles.rows
    skin, (out, rim) = rig.vertices[rows].astype(float), _outward(rig, tiles)
    hidden = skin.copy()
    for finger in np.unique(tiles.finger):
        own = tiles.finger == finger
        # About one point: the normals stay as they are, which Blender finds anew by the shape.
        middle = skin[own].mean(axis=0)
        hidden[own] = middle + HIDDEN * (skin[own] - middle)
    targets = [shape for s in baked.targets if (shape := _on_tips(s, rows)) is not None]
    for level in range(1, tips.levels.count + 1):
        # The rim ends under the skin: an edge above it would cast a shadow.
        height = np.where(rim, -FIRST, FIRST + NEXT * (level - 1))
        up = skin + height[:, None] * out - hidden
        for finger, digit in enumerate(DIGITS):
            own, amount = np.flatnonzero(tiles.finger == finger), tips.levels.at[:, finger] >= level
            if len(own) and amount.any():
                name, still = f"{digit} blush {level}", np.zeros((len(own), 3))
                targets.append(Shape(name, own, up[own], still, amount.astype(float)))
    small = replace(
        rig,
        vertices=hidden.astype(np.float32),
        normals=rig.normals[rows],
        faces=tiles.faces.astype(np.uint32),
        joints=rig.joints[rows],
        weights=rig.weights[rows],
        nails=rig.nails[rows],
        colors=rig.colors[rows],
        uv=None if rig.uv is None else rig.uv[rows],
    )
    return BakedSkin(small, tuple(targets), baked.error)


def _outward(rig: Rig, tiles: TipTiles) -> tuple[np.ndarray, np.ndarray]:
    """Which way (V, 3) each vertex of the shells is lifted, and which of them (V,) are their rim.

    Vertices that a seam has doubled stay together even where their normals differ. A rim is where
    the shells end and the skin goes on.
    """
    places = np.round(rig.vertices / SAME)
    _, same = np.unique(places, axis=0, return_inverse=True)
    same = same.reshape(-1)
    out = np.zeros((len(same), 3))
    np.add.at(out, same, rig.normals.astype(float))
    out /= np.maximum(np.linalg.norm(out, axis=1, keepdims=True), 1e-9)
    within, own = _edge_counts(same[tiles.rows][tiles.faces])
    around, all_of = _edge_counts(same[rig.faces])
    ends = own < all_of[np.searchsorted(around, within)]
    rim = np.zeros(len(same), bool)
    rim[within[ends] >> 32] = rim[within[ends] & 0xFFFFFFFF] = True
    return out[same[tiles.rows]], rim[same[tiles.rows]]


def _edge_counts(faces: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Edges of faces (F, 3), both ends in one number, ascending; and how many faces have each."""
    pairs = np.concatenate([faces[:, [a, b]] for a, b in ((0, 1), (1, 2), (2, 0))])
    low, high = np.sort(pairs.astype(np.int64), axis=1).T
    return np.unique(low << 32 | high, return_counts=True)


def _on_tips(shape: Shape, rows: np.ndarray) -> Shape | None:
    """What a target of the skin does to the vertices ``rows`` of it; None: nothing."""
    at = np.searchsorted(shape.rows, rows)
    here = np.flatnonzero(shape.rows[np.minimum(at, len(shape.rows) - 1)] == rows)
    shift, turn = shape.shift[at[here]], shape.turn[at[here]]
    if not len(here) or np.abs(shift).max() <= FINEST:
        return None
    return replace(shape, rows=here, shift=shift, turn=turn)


def _targets(gltf: Gltf, shells: BakedSkin, count: int) -> list[list[dict[str, int]]]:
    """The targets of each level's primitive: all have all, but only their own level lifts them."""
    vertices = len(shells.rig.vertices)
    nothing = gltf.add_zeros(vertices)
    found: list[list[dict[str, int]]] = [[] for _ in range(count)]
    for target in shells.targets:
        _, lifts, level = target.name.partition(" blush ")
        if not lifts:
            shared = sparse_target(gltf, vertices, target)
            for targets in found:
                targets.append(shared)
            continue
        (up,) = gltf.add_sparse(vertices, target.rows, target.shift @ R_BONE_WEBXR)
        for k, targets in enumerate(found, 1):
            own = k == int(level)
            targets.append({"POSITION": up if own else nothing, "NORMAL": nothing})
    return found


def _material(gltf: Gltf, look: dict, level: int, texture: int) -> int:
    """The skin's material with another picture; its normals lie where they do on the skin."""
    surface = look["pbrMetallicRoughness"] | {"baseColorTexture": {"index": texture}}
    normal = look.get("normalTexture")
    return gltf.add(
        "materials",
        name=f"{look['name']}-blush-{level}",
        pbrMetallicRoughness=surface,
        normalTexture=normal and normal | {"texCoord": 1},
    )
