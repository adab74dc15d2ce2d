"""Where a model's textures lie: on the right finger, the right side, the right way round."""

from pathlib import Path

import numpy as np
import pytest
from tests.appearance.toy import toy_model

from prehensile.appearance.bake.fingertips import vertex_digits
from prehensile.appearance.bake.lookup import NOBODY, baked_lookup
from prehensile.appearance.model.model import NAIL_BOX
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.hand.spec import HandSpec
from prehensile.lie import se3
from prehensile.skin.hand_rig import hand_rig
from prehensile.skin.imported.rig import imported_hand
from prehensile.skin.rig.lookup import Lookup
from prehensile.skin.rig.rig import Rig

SIZE = 512
MODEL = toy_model()


@pytest.fixture(scope="module")
def own() -> tuple[Hand, Rig, Lookup]:
    hand = Hand()
    rig = hand_rig(hand, 1)
    return hand, rig, baked_lookup(hand, rig, MODEL, SIZE)


def at_vertices(rig: Rig, lookup: Lookup) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Place (V, 2) in all views, finger (V,) and mask (V,) where the rig's vertices lie."""
    assert rig.uv is not None
    size = len(lookup.mask)
    column, row = np.clip((rig.uv * size).astype(int), 0, size - 1).T
    return lookup.st[row, column] / 65535, lookup.finger[row, column], lookup.mask[row, column]


def segment_place(rig: Rig, digit: str) -> np.ndarray:
    """(V, 3) [m] vertices in the frame of the digit's last segment, by the rig's own bind pose."""
    joint = rig.segments.index(TIP_SEGMENT[digit])
    return se3.apply(rig.T_segment_joint[joint] @ rig.inverse_bind[joint], rig.vertices)


def follows(y: np.ndarray, x: np.ndarray) -> float:
    """Correlation of all but the tenth that is farthest from a line: where many vertices are
    crammed into a texel, all but one have a neighbour's place.
    """
    off = np.abs(np.polyval(np.polyfit(x, y, 1), x) - y)
    near = off <= np.quantile(off, 0.9)
    return float(np.corrcoef(x[near], y[near])[0, 1])


def check_lies_well(hand: Hand, rig: Rig, lookup: Lookup, near: float) -> None:
    """All that a lookup promises, at the rig's own vertices; ``near`` [m] is a texel or two."""
    st, finger, mask = at_vertices(rig, lookup)
    digit = vertex_digits(rig)
    sign = 1 if hand.side == "right" else -1
    for row, name in enumerate(DIGITS):
        mine = (finger == row) & (mask > 0)
        assert mine.sum() > 10
        assert (digit[mine] == row).mean() > 0.98, "texels beside a seam may be a neighbour's"
        mine &= digit == row
        p = segment_place(rig, name)
        length = p[digit == row, 0].max()
        assert ((p[mine, 0] > -near) & (p[mine, 0] < length + near)).mean() > 0.97
        nail, pad = mine & (st[:, 0] < 0.5), mine & (st[:, 0] >= 0.5)
        assert (p[nail, 2] > -near).mean() > 0.98 and (p[pad, 2] < near).mean() > 0.98
        # The tip is below; the nail's s goes along y of a right hand, the pad's against it.
        for part, way in ((nail, 1), (pad, -1)):
            assert follows(st[part, 1], p[part, 0]) > 0.95
            assert way * follows(st[part, 0], sign * p[part, 1]) > 0.95
        drawn = nail & rig.nails
        s, t = 2 * st[drawn, 0], st[drawn, 1]
        for value, (low, high) in ((s, NAIL_BOX[0]), (t, NAIL_BOX[1])):
            assert (value > low - 0.06).all() and (value < high + 0.06).all()
            assert np.ptp(value) > 0.6 * (high - low), "the nail fills its place"


def test_our_own_skin(own):
    check_lies_well(*own, near=0.002)


def test_texels_without_a_finger_say_nothing(own):
    _, _, lookup = own
    nobody = lookup.finger == NOBODY
    np.testing.assert_array_equal(nobody, lookup.mask == 0)
    assert not lookup.st[nobody].any()
    assert set(np.unique(lookup.finger)) == {0, 1, 2, 3, 4, NOBODY}


def test_the_edge_of_the_mask_is_soft(own):
    """On the skin, not in the picture: it takes a millimetre at least to fade."""
    _, rig, lookup = own
    _, _, mask = at_vertices(rig, lookup)
    edges = np.concatenate([rig.faces[:, [0, 1]], rig.faces[:, [1, 2]]])
    long = np.linalg.norm(np.diff(rig.vertices[edges], axis=1)[:, 0], axis=1)
    step = np.abs(mask[edges[:, 0]].astype(int) - mask[edges[:, 1]]) / 255
    texel = 0.0005  # where a vertex's own texel may be off
    assert (step / (long + texel)).max() < 1 / 0.001
    assert (mask == 255).any()


def test_a_left_hand_mirrors_the_right_one(own):
    """Its skin is the mirror image on the same atlas, so its lookup is the very same."""
    _, _, lookup = own
    left = HandSpec.mean("left").build()
    mirrored = baked_lookup(left, hand_rig(left, 1), MODEL, SIZE)
    apart = np.abs(mirrored.st.astype(int) - lookup.st)
    same = mirrored.finger == lookup.finger
    assert same.mean() > 0.9999
    assert (
        apart[same].max() <= 2 and np.abs(mirrored.mask.astype(int) - lookup.mask)[same].max() <= 1
    )


def test_a_model_of_the_nail_alone_leaves_the_pads(own):
    hand, rig, both = own
    nail = baked_lookup(hand, rig, toy_model(("nail",)), SIZE)
    on = both.st[..., 0] < 32768
    np.testing.assert_array_equal(nail.mask[on], both.mask[on])
    assert not nail.mask[~on].any()
    seen = nail.mask > 0
    assert np.abs(nail.st[seen].astype(int) - both.st[seen] * [2, 1]).max() <= 2


@pytest.mark.parametrize(
    "file", ["godot_cc0/Hand_Nails_R.gltf", "godot_cc0/Hand_Nails_L.gltf",
             "godot_cc0/hand_r.gltf", "webxr_generic/right.glb", "webxr_generic/left.glb"]
)  # fmt: skip
def test_somebody_elses_hand(file, reference_data):
    found = imported_hand(reference_data("hands", *Path(file).parts))
    lookup = baked_lookup(found.hand, found.rig, MODEL, 512)
    check_lies_well(found.hand, found.rig, lookup, near=0.006)
