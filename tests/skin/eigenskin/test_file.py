"""A fitted skin survives its file, and a stranger's file does no harm."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.skin.made_eigenskin import made_eigenskin

from prehensile.errors import FileError
from prehensile.files.archive import write_arrays
from prehensile.hand.corpus import corpus
from prehensile.hand.hand import Hand
from prehensile.skin.eigenskin import file as eigenskin_file
from prehensile.skin.eigenskin.file import (
    FittedSkin,
    load,
    save,
    shipped_eigenskin,
    template_digest,
)
from prehensile.skin.template.shipped import template

HAND = Hand()
LARGEST_FILE = 1_000_000
"""Bytes of what the package may ship for a hand."""


@pytest.fixture(scope="module")
def fitted() -> FittedSkin:
    return made_eigenskin(reach=0.036)  # about four joints at a vertex, as in a fitted one


@pytest.fixture(scope="module")
def path(fitted: FittedSkin, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("fitted") / "eigenskin.npz"
    save(fitted, path)
    return path


@pytest.fixture
def no_cache() -> Any:
    shipped_eigenskin.cache_clear()
    yield
    shipped_eigenskin.cache_clear()


def test_half_precision_loses_less_than_a_hundredth_of_a_millimetre(
    fitted: FittedSkin, path: Path
) -> None:
    found = load(path)
    q = np.stack([corpus()[name].q for name in ("fist", "tip_pinch", "flat")])
    truth, normals = fitted.model.posed(HAND, q)
    vertices, turned = found.model.posed(HAND, q)
    blended, _ = fitted.model.posed(HAND, q, count=0)
    assert np.abs(vertices - truth).max() < 1e-5
    assert np.abs(turned - normals).max() < 1e-2
    assert np.abs(blended - truth).max() > 1e-3


def test_the_rest_comes_back_as_it_was(fitted: FittedSkin, path: Path) -> None:
    found = load(path)
    assert (found.hand, found.command, found.seed) == (fitted.hand, "made up", 0)
    assert found.record == {"minutes": 0.0}
    assert found.template == template_digest()
    for ours, theirs in zip(fitted.model.joints, found.model.joints, strict=True):
        assert (ours.joint, ours.segment) == (theirs.joint, theirs.segment)
        np.testing.assert_array_equal(ours.support, theirs.support)
        np.testing.assert_array_equal(ours.singular_values, theirs.singular_values)
        for name, value in vars(ours.coordinates).items():
            np.testing.assert_array_equal(value, getattr(theirs.coordinates, name))


def test_it_is_small_and_always_the_same(fitted: FittedSkin, path: Path, tmp_path: Path) -> None:
    save(fitted, tmp_path / "again.npz")
    assert (tmp_path / "again.npz").read_bytes() == path.read_bytes()
    assert path.stat().st_size < LARGEST_FILE


def test_joints_without_examples_are_named(fitted: FittedSkin, tmp_path: Path) -> None:
    some = tuple(joint for joint in fitted.model.joints if joint.joint != "ring_dip")
    save(replace(fitted, model=replace(fitted.model, joints=some)), tmp_path / "some.npz")
    assert load(tmp_path / "some.npz").model.without_examples == ("ring_dip",)


def test_a_model_without_joints_can_be_kept(fitted: FittedSkin, tmp_path: Path) -> None:
    save(replace(fitted, model=replace(fitted.model, joints=())), tmp_path / "none.npz")
    assert load(tmp_path / "none.npz").model.joints == ()


def test_another_mesh_is_not_the_templates(fitted: FittedSkin) -> None:
    blend = replace(fitted.model.blend, faces=fitted.model.blend.faces[::-1])
    other = replace(fitted, model=replace(fitted.model, blend=blend), template=None)
    assert other.template == ""


def test_a_package_without_a_model(monkeypatch: pytest.MonkeyPatch, no_cache: None) -> None:
    monkeypatch.setattr(eigenskin_file, "SHIPPED", "data/nothing.npz")
    assert shipped_eigenskin() is None


def test_a_model_of_another_template_is_left_aside(
    fitted: FittedSkin, monkeypatch: pytest.MonkeyPatch, no_cache: None, tmp_path: Path
) -> None:
    class Package:
        @staticmethod
        def files(_: str) -> Path:
            return tmp_path

        as_file = staticmethod(eigenskin_file.resources.as_file)

    monkeypatch.setattr(eigenskin_file, "resources", Package)
    (tmp_path / "data").mkdir()
    save(fitted, tmp_path / eigenskin_file.SHIPPED)
    assert shipped_eigenskin() is not None
    shipped_eigenskin.cache_clear()
    save(replace(fitted, template="0" * 64), tmp_path / eigenskin_file.SHIPPED)
    assert shipped_eigenskin() is None


def test_the_shipped_model_fits_the_template(no_cache: None) -> None:
    """Stale data must be noticed: a changed template needs a new fit."""
    folder = eigenskin_file.resources.files("prehensile.skin")
    if not folder.joinpath(eigenskin_file.SHIPPED).is_file():
        pytest.skip("the package holds no fitted skin")
    found = shipped_eigenskin()
    assert found is not None
    assert len(found.model.blend.rest) == len(template().vertices)
    assert found.command
    with eigenskin_file.resources.as_file(folder.joinpath(eigenskin_file.SHIPPED)) as path:
        assert path.stat().st_size < LARGEST_FILE


def _forged(path: Path, target: Path, change: Any) -> Path:
    """A file as ours, its header and arrays changed by ``change(header, arrays)``."""
    with np.load(path) as file:
        arrays = {name: file[name].copy() for name in file.files}
    header = json.loads(arrays.pop("header").tobytes())
    change(header, arrays)
    text = np.frombuffer(json.dumps(header).encode(), np.uint8)
    write_arrays(target, {"header": text, **arrays})
    return target


def _set(name: str, row: Any, value: float) -> Any:
    def change(header: dict, arrays: dict) -> None:
        arrays[name][row] = value

    return change


def _say(key: str, value: Any, joint: int | None = None) -> Any:
    def change(header: dict, arrays: dict) -> None:
        (header if joint is None else header["joints"][joint])[key] = value

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (_say("schema", "prehensile.clip"), "does not say 'prehensile.eigenskin'"),
        (_say("version", 2), "newer Prehensile"),
        (_say("version", 0), "version is 0"),
        (_say("vertices", 10**12), "impossible 'vertices'"),
        (_say("vertices", True), "no 'vertices' of type int"),
        (_say("faces", 7), "array 'surface'"),
        (_say("hand", {"kind": "cat"}), "not a hand description"),
        (_say("segments", ["tail"] * 16), "unknown segment 'tail'"),
        (_say("segments", 3), "no 'segments' of type list"),
        (_say("seed", "zero"), "no 'seed' of type int"),
        (_say("joints", 5), "no 'joints' of type list"),
        (_say("joints", [7]), "no 'joint' of type str"),
        (_say("joint", "index_knee", 3), "unknown or there twice: 'index_knee'"),
        (_say("joint", "thumb_mp", 3), "unknown or there twice: 'thumb_mp'"),
        (_say("width", 0.0, 2), "width 0"),
        (_say("width", 1e999, 2), "Infinity"),
        (_say("kernel", "cubic", 2), "kernel 'cubic'"),
        (_say("support", 3, 2), "array 'support'"),
        (_say("examples", -1, 2), "impossible 'examples'"),
        (_set("rest", (5, 1), np.nan), "'rest' holds numbers that are not finite"),
        (_set("rest", (5, 1), 30.0), "farther than 1 m"),
        (_set("surface", (5, 1), 60000), "faces name vertex 60000"),
        (_set("surface", (5, 1), 0), "claims to be of our own skin"),
        (_set("weights", (5, 1), -1.0), "weights are below zero"),
        (_set("weights", 5, 0.9), "do not sum to 1"),
        (_set("support", 2, 60000), "thumb_cmc moves are not in order"),
        (_set("support", 2, 0), "thumb_cmc moves are not in order"),
        (_set("shift_unit", 1, 1e30), "thumb_cmc moves vertices by more than 1 m"),
        (_set("shift_unit", 1, np.inf), "'shift_unit' holds numbers that are not finite"),
        (_set("factors", 3, 1e308), "thumb_cmc moves vertices by more than 1 m"),
        (lambda header, arrays: arrays.pop("tail"), "first 'tail'"),
        (lambda header, arrays: arrays.update(more=np.zeros(3)), "first 'more'"),
        (lambda header, arrays: header.pop("record"), "no 'record' of type dict"),
    ],
)
def test_a_bad_file_is_refused_in_one_line(
    path: Path, tmp_path: Path, change: Any, message: str
) -> None:
    with pytest.raises(FileError, match=message) as caught:
        load(_forged(path, tmp_path / "bad.npz", change))
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 500


def test_an_untouched_forgery_is_read(path: Path, tmp_path: Path) -> None:
    assert load(_forged(path, tmp_path / "same.npz", lambda h, a: None)).command == "made up"


def test_no_file_a_folder_and_half_a_file_are_refused(path: Path, tmp_path: Path) -> None:
    (tmp_path / "half.npz").write_bytes(path.read_bytes()[:5000])
    np.savez(tmp_path / "other.npz", a=np.zeros(3))
    for name, message in (
        ("none.npz", "No such file"),
        ("", "a folder"),
        ("half.npz", "its end is missing"),
        ("other.npz", "no header"),
    ):
        with pytest.raises(FileError, match=message):
            load(tmp_path / name)
