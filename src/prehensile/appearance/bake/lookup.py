"""The lookup (s, t, finger, mask) of a rig's pictures, baked from its UV coordinates (5.4.1).

A model's views are laid over each last segment along the direction out of its nail: the nail's
view so that its nail covers the rig's, the pad's from side to side and from joint to tip.
"""

import numpy as np

from prehensile.appearance.bake.fingertips import (
    Fingertip,
    fingertips,
    in_box,
    outline_radius,
    vertex_digits,
)
from prehensile.appearance.model.model import (
    NAIL_BOX,
    NAIL_ROUNDNESS,
    PAD_BOX,
    TEXTURE_SIZE,
    BlushModel,
)
from prehensile.appearance.model.procedure import sampled
from prehensile.hand.hand import Hand
from prehensile.mesh.raster import atlas_texels, drawn_faces
from prehensile.skin.rig.lookup import Lookup
from prehensile.skin.rig.rig import Rig

SIDE = 0.3
"""Sine of the angle over which a view fades towards the side of a finger, where the other begins:
what lies edge on is seen in neither."""
RIM = 0.1
"""Part of a view over which it fades at its edges."""
FREE_EDGE = (0.80, 0.10)
"""Where a nail leaves its bed, counted from −1 at the cuticle to 1: along, less so much towards the
sides, as our own are painted. There is no blood below it that could be pressed away."""
NOBODY = 255
"""`Lookup.finger` where there is none."""


def baked_lookup(hand: Hand, rig: Rig, model: BlushModel, size: int) -> Lookup:
    """Where a model's textures lie on a rig.

    Args:
        hand: whose rig, of either side: a left hand's views are mirror images.
        rig: with UV coordinates.
        model: its mask and views.
        size: texels along a side.
    """
    assert rig.uv is not None, "a picture lies on a skin by its UV coordinates"
    faces = drawn_faces(rig.faces, rig.uv)
    texels = atlas_texels(rig.vertices, rig.normals, faces, rig.uv, faces, size)
    digit = vertex_digits(rig)[faces[texels.face]]
    st = np.zeros((size * size, 2), np.uint16)
    finger = np.full(size * size, NOBODY, np.uint8)
    mask = np.zeros(size * size, np.uint8)
    mirror = 1.0 if hand.side == "right" else -1.0
    for row, tip in fingertips(hand, rig).items():
        mine = np.flatnonzero((digit == row).any(axis=1))
        place = tip.places(texels.positions[mine])
        out = tip.outward(place)
        place[:, 1] *= mirror
        found, seen = _seen(tip, model, place, out, mirror)
        shown = np.round(255 * seen).astype(np.uint8)
        at = texels.index[mine[shown > 0]]
        st[at] = np.round(65535 * found[shown > 0]).astype(np.uint16)
        finger[at], mask[at] = row, shown[shown > 0]
    shape = (size, size)
    return Lookup(st.reshape(*shape, 2), finger.reshape(shape), mask.reshape(shape))


def _seen(
    tip: Fingertip, model: BlushModel, place: np.ndarray, out: np.ndarray, mirror: float
) -> tuple[np.ndarray, np.ndarray]:
    """Places (N, 2) in all views together, 0 … 1, and how much (N,) they are seen.

    Of points (N, 3) along, across a right hand, and out, on the nail's side where ``out`` (N,) > 0.
    """
    st, seen = np.zeros((len(place), 2)), np.zeros(len(place))
    across = np.sort(mirror * tip.nail[0])
    reach = tip.half_breadth
    nail = in_box(place[:, 1::-1], np.stack([across, tip.nail[1]]))
    # Corners of a squarer nail come in, and what is beyond them with them.
    own, theirs = (outline_radius(nail, n) for n in (tip.roundness, NAIL_ROUNDNESS))
    beyond = nail[:, 1] - FREE_EDGE[0] + FREE_EDGE[1] * nail[:, 0] ** 2
    bed = 1 - _smooth(beyond / 0.05) * (own < 1)
    nail *= (own / np.maximum(theirs, 1e-9))[:, None]
    pad = in_box(
        np.column_stack([-place[:, 1], place[:, 0]]), np.array([[-reach, reach], [0, tip.reach]])
    )
    boxes = {"nail": (NAIL_BOX, nail, out > 0), "pad": (PAD_BOX, pad, out <= 0)}
    half = 0.5 / TEXTURE_SIZE
    for k, view in enumerate(model.views):
        box, at, here = boxes[view]
        s, t = np.mean(box, axis=1)[:, None] + 0.5 * np.diff(box, axis=1) * at.T
        rim = np.minimum(np.minimum(s, 1 - s), np.minimum(t, 1 - t))
        # Half a texel from the edge: bilinear filtering must not reach into the next view.
        inside = np.clip(np.stack([s, t], axis=1), half, 1 - half)
        inside[:, 0] = (k + inside[:, 0]) / len(model.views)
        st[here] = inside[here]
        fade = _smooth(np.abs(out) / SIDE) * _smooth(rim / RIM)
        fade *= bed if view == "nail" else 1.0
        seen[here] = (fade * sampled(model.mask[..., None], inside)[:, 0])[here]
    return st, np.clip(seen, 0, 1)


def _smooth(x: np.ndarray) -> np.ndarray:
    """From 0 at 0 to 1 at 1, flat at both."""
    x = np.clip(x, 0, 1)
    return x * x * (3 - 2 * x)
