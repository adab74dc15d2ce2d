"""Sets of photographs: reproducible, in range, and as told."""

import numpy as np
import pytest

from prehensile.appearance.generate.load import Load
from prehensile.appearance.generate.photos import photo_set
from prehensile.appearance.generate.shot import Camera
from prehensile.appearance.generate.tones import TONES
from prehensile.errors import InputError

SIZE = 96
QUIET = Camera(exposure=0, balance=0, shot_noise=0, read_noise=0)


@pytest.fixture(scope="module")
def taken():
    return photo_set("tone-4", 3, size=SIZE)


def test_the_same_seed_gives_the_same_photographs(taken):
    again, other = (photo_set("tone-4", seed, size=SIZE) for seed in (3, 4))
    for a, b, c in zip(taken.photos, again.photos, other.photos, strict=True):
        assert (a.picture == b.picture).all() and a.load == b.load
        assert (a.picture != c.picture).any()
    assert taken.person == again.person != other.person


def test_every_view_begins_still_and_without_load(taken):
    for view in ("nail", "pad"):
        first, *rest = [photo for photo in taken.photos if photo.view == view]
        assert first.load.force == 0 and not first.motion.any() and not first.warp().any()
        assert all(photo.load.force > 0 and photo.motion.any() for photo in rest)
        assert first.picture.shape == (SIZE, SIZE, 3) and first.picture.dtype == np.uint8


@pytest.mark.parametrize("tone", TONES)
def test_colours_are_those_of_skin(tone):
    (first,) = photo_set(tone, 1, size=SIZE, views=("nail",), loads=_none()).photos
    middle = first.picture[SIZE // 6 : -SIZE // 4, SIZE // 4 : -SIZE // 4].reshape(-1, 3)
    red, green, blue = middle.mean(axis=0)
    assert red > green > blue
    assert (first.picture == 255).mean() < 0.001 and (first.picture == 0).mean() < 0.001


def test_darker_tones_are_darker():
    means = [
        photo_set(tone, 1, size=SIZE, views=("nail",), loads=_none()).photos[0].picture[: SIZE // 5]
        .mean() for tone in TONES
    ]  # fmt: skip
    assert (np.diff(means) < 0).all()


def _none():
    return [Load(0.0)]


def test_pressed_photographs_are_paler_where_blood_left():
    taken = photo_set("tone-2", 5, size=SIZE, motion=0, camera=QUIET)
    for view in ("nail", "pad"):
        first, *_, last = [photo for photo in taken.photos if photo.view == view]
        # Blood is told at 24 places a side.
        green = [p.picture[2::4, 2::4, 1].astype(float) for p in (first, last)]
        assert (green[1] - green[0])[last.blood < -0.5].mean() > 5


@pytest.mark.parametrize("tone", ["tone-1", "tone-8"])
def test_blood_shows_as_its_pigment_says(tone):
    taken = photo_set(tone, 2, size=SIZE, motion=0, camera=QUIET, views=("nail",))
    first, *_, last = [-np.log(np.maximum(p.picture, 1) / 255.0) for p in taken.photos]
    off = (last - first).reshape(-1, 3)
    way = np.linalg.eigh(off.T @ off)[1][:, -1]
    true = taken.pigment["nail"]
    assert abs(np.linalg.norm(true) - 1) < 1e-6 and (true > 0).all()
    assert np.degrees(np.arccos(abs(way @ true))) < 5
    assert np.degrees(np.arccos(true @ [0.1584, 0.7786, 0.6072])) < 6


def test_a_series_has_times_and_comes_back():
    taken = photo_set("tone-3", 1, series=True, size=SIZE, views=("nail",))
    times = [photo.time for photo in taken.photos]
    assert times[0] == 0 and (np.diff(times) > 0).all()
    sizes = [float(np.abs(photo.blood).mean()) for photo in taken.photos]
    assert max(sizes) > 2 * sizes[-1]


@pytest.mark.parametrize(
    ("wrong", "word"),
    [({"tone": "tone-9"}, "tone-1, tone-2"), ({"views": ("toe",)}, "nail, pad"),
     ({"size": 20}, "64 to 2048")],
)  # fmt: skip
def test_what_there_is_not_is_refused(wrong, word):
    with pytest.raises(InputError, match=word):
        photo_set(**wrong)
