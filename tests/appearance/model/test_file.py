"""The file of a model: the same comes back, small, and a hostile one is refused in one line."""

import json
from dataclasses import replace

import numpy as np
import pytest
from tests.appearance.model.test_law import law_of
from tests.appearance.toy import toy_model

from prehensile.appearance.model.file import FINEST, FittedBlush, load, save
from prehensile.errors import FileError, InputError
from prehensile.files.archive import write_arrays


@pytest.fixture
def fitted(rng):
    model = replace(toy_model(), law=law_of(rng, inputs=("force",)), blanch_s=0.2, refill_s=0.6)
    textures = model.textures + rng.normal(0, 0.002, model.textures.shape).astype(np.float32)
    return FittedBlush(replace(model, textures=textures), "prehensile blush fit me", 3, {"n": 9})


def test_what_is_written_comes_back(fitted, tmp_path, rng):
    save(fitted, tmp_path / "a.npz")
    back = load(tmp_path / "a.npz")
    assert (back.command, back.seed, back.record) == (fitted.command, 3, {"n": 9})
    was, now = fitted.model, back.model
    np.testing.assert_array_equal(now.pigment, was.pigment)
    np.testing.assert_allclose(now.mask, was.mask, atol=0.5 / 255)
    assert (now.views, now.space) == (was.views, was.space)
    assert (now.blanch_s, now.refill_s, now.zero) == (0.2, 0.6, None)
    loads = rng.uniform(0, 12, (50, 1))
    y = was.law.coefficients(loads)
    np.testing.assert_array_equal(now.law.coefficients(loads), y)
    # Four components, each rounded to half a step where it counts most.
    wrong = np.abs((now.textures - was.textures).reshape(-1, 4)) @ np.abs(y).T
    assert wrong.max() < 4 * FINEST / 2 + 1e-6


def test_the_same_model_gives_the_same_bytes_and_not_many(fitted, tmp_path):
    save(fitted, tmp_path / "a.npz")
    save(fitted, tmp_path / "b.npz")
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()
    assert (tmp_path / "a.npz").stat().st_size < 600_000


def test_a_second_trip_changes_nothing(fitted, tmp_path):
    save(fitted, tmp_path / "a.npz")
    once = load(tmp_path / "a.npz")
    save(once, tmp_path / "b.npz")
    np.testing.assert_allclose(
        load(tmp_path / "b.npz").model.textures, once.model.textures, rtol=1e-6, atol=1e-9
    )


def test_the_picture_to_paste_comes_back(fitted, tmp_path, rng):
    zero = rng.integers(0, 256, (256, 512, 3), dtype=np.uint8)
    pasted = replace(fitted, model=replace(fitted.model, zero=zero))
    save(pasted, tmp_path / "a.npz")
    np.testing.assert_array_equal(load(tmp_path / "a.npz").model.zero, zero)


def test_a_law_made_by_hand_is_not_written(tmp_path):
    with pytest.raises(InputError, match="SaturatingLaw"):
        save(FittedBlush(toy_model(), ""), tmp_path / "a.npz")
    assert not list(tmp_path.iterdir())


def arrays_of(path):
    with np.load(path) as file:
        return {name: file[name] for name in file.files}


def broken(arrays, **header):
    known = json.loads(arrays["header"].tobytes())
    law = header.pop("law", {})
    text = json.dumps({**known, **header, "law": {**known["law"], **law}}).encode()
    return {**arrays, "header": np.frombuffer(text, np.uint8)}


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (lambda a: broken(a, version=2), "newer"),
        (lambda a: broken(a, schema="prehensile.clip"), "prehensile.blush"),
        (lambda a: broken(a, views=["nail"] * 3), "views"),
        (lambda a: broken(a, views=[]), "views"),
        (lambda a: broken(a, views=["nail", "ear"]), "ear"),
        (lambda a: broken(a, views="nail"), "views"),
        (lambda a: broken(a, space="lab"), "lab"),
        (lambda a: broken(a, blanch_s=-1.0), "blanch_s"),
        (lambda a: broken(a, refill_s="slow"), "refill_s"),
        (lambda a: broken(a, paste="yes"), "paste"),
        (lambda a: broken(a, paste=True), "zero"),
        (lambda a: broken(a, law={"centres": 10**9}), "centres"),
        (lambda a: broken(a, law={"centres": 3}), "centres"),
        (lambda a: broken(a, law={"inputs": ["force"] * 40}), "inputs"),
        (lambda a: broken(a, law={"radial": "__import__"}), "radial"),
        (lambda a: a | {"units": np.full(4, np.nan)}, "step"),
        (lambda a: a | {"units": np.full(4, 1e300)}, "eigentextures"),
        (lambda a: a | {"pigment": -a["pigment"]}, "pigment"),
        (lambda a: a | {"weights": np.full_like(a["weights"], np.inf)}, "weights"),
        (lambda a: a | {"scales": 0 * a["scales"]}, "scales"),
        (lambda a: a | {"textures": a["textures"][:2]}, "textures"),
        (lambda a: a | {"textures": a["textures"].astype(np.float64)}, "textures"),
        (lambda a: a | {"more": np.zeros(3)}, "more"),
        (lambda a: {k: v for k, v in a.items() if k != "mask"}, "mask"),
        (lambda a: {k: v for k, v in a.items() if k != "header"}, "header"),
    ],
)
@pytest.mark.filterwarnings("ignore:overflow")
def test_a_hostile_file_is_refused_in_one_line(fitted, tmp_path, change, word):
    save(fitted, tmp_path / "a.npz")
    write_arrays(tmp_path / "b.npz", change(arrays_of(tmp_path / "a.npz")))
    with pytest.raises(FileError, match=word) as raised:
        load(tmp_path / "b.npz")
    assert "\n" not in str(raised.value) and "b.npz" in str(raised.value)


def test_a_file_cut_short_and_one_of_something_else_are_refused(fitted, tmp_path):
    save(fitted, tmp_path / "a.npz")
    (tmp_path / "short.npz").write_bytes((tmp_path / "a.npz").read_bytes()[:-100])
    (tmp_path / "photo.npz").write_bytes(b"\xff\xd8\xff\xe0" + bytes(1000))
    for name in ("short.npz", "photo.npz", "absent.npz"):
        with pytest.raises(FileError, match=name):
            load(tmp_path / name)
