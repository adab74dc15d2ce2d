"""The painted skin: what is seen where, the same on both sides of every seam."""

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from scipy.ndimage import map_coordinates

from prehensile.errors import InputError
from prehensile.hand.spec import HandSpec
from prehensile.skin.flesh.digit import nail_outline
from prehensile.skin.flesh.rest import RestFlesh
from prehensile.skin.paint import texture as skin_texture
from prehensile.skin.paint.maps import SkinMaps
from prehensile.skin.paint.texture import painted_atlas, skin_textures
from prehensile.skin.paint.tones import TONES
from prehensile.skin.template.levels import skin_mesh

SIZE = 256


@pytest.fixture(scope="module")
def hand():
    return HandSpec.mean("right").build()


@pytest.fixture(scope="module")
def mesh(hand):
    return skin_mesh(hand, 1)


def _opened(data: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(data))).astype(float) / 255


def _seen(picture: np.ndarray, uv: np.ndarray) -> np.ndarray:
    """Values (N, 3) of a picture at places (N, 2), as a graphics card reads them."""
    at = (uv * len(picture) - 0.5)[:, ::-1].T
    return np.stack(
        [map_coordinates(picture[..., k], at, order=1, mode="nearest") for k in range(3)], axis=1
    )


def _color_at(mesh, picture: np.ndarray, place: np.ndarray, reach: float) -> np.ndarray:
    """Mean colour (3,) of the skin within ``reach`` [m] of a point."""
    close = np.linalg.norm(mesh.vertices[mesh.faces].mean(axis=1) - place, axis=1) < reach + 0.004
    share = np.random.default_rng(0).dirichlet(np.ones(3), 60)
    where = (share @ mesh.vertices[mesh.faces[close]]).reshape(-1, 3)
    uv = (share @ mesh.uv[mesh.uv_faces[close]]).reshape(-1, 2)
    near = np.linalg.norm(where - place, axis=1) < reach
    assert near.sum() > 10
    return _seen(picture, uv[near]).mean(axis=0)


@pytest.mark.parametrize("tone", ["tone-1", "tone-3", "tone-8"])
def test_colours_do_not_jump_at_seams(mesh, tone):
    picture = _opened(skin_textures(tone, SIZE).base_color)
    pairs = np.unique(np.stack([mesh.faces.ravel(), mesh.uv_faces.ravel()], axis=1), axis=0)
    same = np.flatnonzero(pairs[1:, 0] == pairs[:-1, 0])
    one, two = (_seen(picture, mesh.uv[pairs[rows, 1]]) for rows in (same, same + 1))
    off = np.abs(one - two).max(axis=1)
    assert len(off) > 200 and np.percentile(off, 95) < 0.06
    # Against pairs taken at random, which differ as the skin does.
    other = np.abs(one - two[np.random.default_rng(0).permutation(len(two))]).max(axis=1)
    assert off.mean() < 0.35 * other.mean()


@pytest.mark.parametrize("tone", ["tone-1", "tone-8"])
def test_nails_have_a_bed_a_free_edge_and_a_lunula(hand, mesh, tone):
    picture = _opened(skin_textures(tone, 512).base_color)
    flesh = RestFlesh(hand)
    for name in ("thumb", "index", "middle"):
        digit = flesh.digits[name]
        middle, long, _ = nail_outline(digit)
        r = digit.radii[-1]
        spots = {}
        for part, along in (("bed", 0.0), ("edge", 0.9), ("moon", -0.85)):
            x = middle + along * long
            line = digit.point(np.stack([[x, 0, z] for z in np.linspace(0, 1.2 * r, 60)]))
            place = line[np.abs(flesh.distance(line)).argmin()]
            spots[part] = _color_at(mesh, picture, place, 0.0007)
        bed = spots["bed"]
        assert np.allclose(bed, TONES[tone].nail, atol=0.06)
        assert spots["edge"][1:].mean() > bed[1:].mean() + 0.03
        assert spots["moon"][1:].mean() > bed[1:].mean() + 0.01


def test_the_default_is_near_its_tones_colour_and_redder_at_fingertips(hand, mesh):
    picture = _opened(skin_textures(size=SIZE).base_color)
    colors = _seen(picture, mesh.uv)
    assert np.allclose(colors.mean(axis=0), TONES["tone-3"].back, atol=0.05)
    flesh = RestFlesh(hand)
    digit = flesh.digits["middle"]
    r = digit.radii[-1]
    pulp, side = (
        _color_at(mesh, picture, digit.point(np.array([x, 0, -r])), 0.006)
        for x in (digit.joints[-1] - 1.3 * r, digit.at(1.5))
    )
    assert pulp[0] / pulp[1] > 1.04 * side[0] / side[1]


def test_normals_are_units_that_look_out(mesh):
    normal = 2 * _opened(skin_textures(size=SIZE).normal) - 1
    assert np.allclose(np.linalg.norm(normal, axis=2), 1, atol=0.02)
    assert normal[..., 2].min() > 0.3
    assert np.abs(normal[..., :2].mean(axis=(0, 1))).max() < 0.02
    assert normal[..., :2].std() > 0.01  # there is relief


def test_a_ridge_has_the_normals_that_its_slopes_say(mesh):
    """A slope that rises to the right leans its normal to the left, and to the top if upwards."""
    texels, _ = painted_atlas(mesh, SIZE)
    column, row = texels.index % SIZE, texels.index // SIZE
    for height, axis, sign in ((column, 0, -1), (row, 1, 1)):
        relief = 0.2 * height * np.median(texels.pitch)
        picture = skin_texture.normal_picture(relief, texels) / 127.5 - 1
        found = np.median(picture.reshape(-1, 3)[texels.index], axis=0)
        assert found[axis] / found[2] == pytest.approx(0.2 * sign, abs=0.03)


def test_it_is_painted_once_and_the_same_again(tmp_path: Path, monkeypatch):
    first = skin_textures("tone-5", SIZE)
    monkeypatch.setattr(skin_texture, "painted_atlas", _not_again)
    skin_textures.cache_clear()
    again = skin_textures("tone-5", SIZE)
    assert again.base_color == first.base_color and again.normal == first.normal
    # Another tone needs no new painting either.
    assert skin_textures("tone-6", SIZE).base_color != first.base_color


def _not_again(*_: object) -> None:
    raise AssertionError("painted twice")


def test_painting_is_deterministic(mesh):
    _, one = painted_atlas(mesh, SIZE)
    _, two = painted_atlas(mesh, SIZE)
    for name in SkinMaps.__dataclass_fields__:
        assert np.array_equal(getattr(one, name), getattr(two, name)), name


def test_sizes_and_tones_that_do_not_exist_are_refused():
    with pytest.raises(InputError, match=r"1000.*256, 512, 1024, 2048"):
        skin_textures(size=1000)
    with pytest.raises(InputError, match="tone-9"):
        skin_textures("tone-9")
