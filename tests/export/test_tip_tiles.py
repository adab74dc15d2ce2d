"""Fingertips cut out of a hand's picture, against its lookup texel by texel."""

import numpy as np
import pytest
from tests.appearance.toy import toy_model

from prehensile.appearance.worn import Blush
from prehensile.export.tip_tiles import MARGIN, _shelved, tip_tiles
from prehensile.hand.hand import Hand
from prehensile.skin.dress import Dress


@pytest.fixture(scope="module")
def dress():
    return Dress(blush=Blush(toy_model()))


@pytest.fixture(scope="module")
def rig(dress):
    return dress.rig(Hand())


@pytest.fixture(scope="module")
def lookup(dress):
    return dress.lookup(Hand())


@pytest.fixture(scope="module")
def tiles(rig, lookup):
    return tip_tiles(rig, lookup, (1024, 1024))


def points_of(uv, faces, count, rng):
    """Random places (count, 2) on faces, and which faces."""
    face = rng.integers(0, len(faces), count)
    share = rng.dirichlet([1, 1, 1], count)
    return np.einsum("nk,nkd->nd", share, uv[faces[face]]), face


def test_tiles_hold_all_faces_that_colour_and_none_that_do_not(rig, lookup, tiles, rng):
    places, face = points_of(rig.uv.astype(float), rig.faces.astype(int), 200_000, rng)
    x, y = np.clip((places * 1024).astype(int), 0, 1023).T
    kept = {tuple(sorted(f)) for f in tiles.rows[tiles.faces].tolist()}
    inside = np.array([tuple(sorted(f)) in kept for f in rig.faces.tolist()])
    colored = lookup.mask[y, x]
    # Slivers of a soft edge may be missed; nobody sees these.
    assert colored[~inside[face]].max() < 64
    assert (colored[~inside[face]] > 0).mean() < 2e-3
    assert len(tiles.faces) < 0.3 * len(rig.faces)


def test_what_is_cut_out_looks_the_same(rig, tiles, rng):
    picture = rng.integers(0, 256, (1024, 1024, 3)).astype(np.uint8)
    cut = tiles.cut(picture, range(5))
    places, face = points_of(tiles.uv.astype(float), tiles.faces, 20_000, rng)
    corners = rig.uv[tiles.rows[tiles.faces[face]]].astype(float)
    here = np.linalg.solve(
        np.concatenate(
            [tiles.uv[tiles.faces[face]].astype(float), np.ones((len(face), 3, 1))], axis=2
        ).transpose(0, 2, 1),
        np.concatenate([places, np.ones((len(face), 1))], axis=1)[..., None],
    )[..., 0]
    own = np.einsum("nk,nkd->nd", here, corners) * 1024
    there = places * [tiles.width, tiles.height]
    clear = np.abs(own - np.round(own)).min(axis=1) > 0.02  # not between two pixels
    (x, y), (u, v) = own[clear].astype(int).T, there[clear].astype(int).T
    assert clear.mean() > 0.8 and np.array_equal(picture[y, x], cut[v, u])
    assert np.array_equal(tiles.thrifty(cut)[v, u], cut[v, u])


def test_a_finger_s_tiles_hold_its_texels(lookup, tiles):
    for finger in range(5):
        own = [t for t in tiles.tiles if t.finger == finger]
        covered = np.zeros((1024, 1024), bool)
        for t in own:
            covered[max(0, t.y) : t.y + t.height, max(0, t.x) : t.x + t.width] = True
        mine = (lookup.finger == finger) & (lookup.mask > 0)
        assert own and covered[mine].mean() > 0.98, "all but aprons beyond the margin"


def test_tiles_do_not_overlap_and_fill_the_picture_well(tiles):
    used = np.zeros((tiles.height, tiles.width), int)
    for tile in tiles.tiles:
        assert min(tile.left, tile.top) >= 0
        used[tile.box] += 1
    assert used.max() == 1 and used.mean() > 0.6


def test_hidden_texels_take_no_room(tiles, rng):
    picture = rng.integers(0, 256, (1024, 1024, 3)).astype(np.uint8)
    thrifty = tiles.thrifty(tiles.cut(picture, {1, 3}))
    for tile in tiles.tiles:
        box = thrifty[tile.box]
        if tile.finger in (1, 3):
            hidden = box[~tiles.seen[tile.box]]
            assert (hidden == hidden[:1]).all() and box.std() > 10
        else:
            assert not box.any()


def test_a_picture_of_another_size_has_tiles_of_its_own(rig, lookup, tiles):
    wide = tip_tiles(rig, lookup, (2048, 512))
    assert np.array_equal(wide.faces, tiles.faces)
    for small, large in zip(tiles.tiles, wide.tiles, strict=True):
        assert abs(2 * (small.width - 2 * MARGIN) - (large.width - 2 * MARGIN)) <= 3
        assert abs((small.height - 2 * MARGIN) - 2 * (large.height - 2 * MARGIN)) <= 3


@pytest.mark.parametrize("count", [1, 2, 7, 30])
def test_boxes_stand_on_shelves(count, rng):
    sizes = [tuple(s) for s in rng.integers(1, 90, (count, 2)).tolist()]
    corners, (width, height) = _shelved(sizes)
    used = np.zeros((height, width), int)
    for (left, top), (w, h) in zip(corners, sizes, strict=True):
        used[top : top + h, left : left + w] += 1
    assert used.max() == 1 and used.sum() == sum(w * h for w, h in sizes)
