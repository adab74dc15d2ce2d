"""What the room carries: each file with its size and where it comes from."""

from pathlib import Path

import numpy as np
import pytest

import prehensile.appearance
from prehensile.appearance.model.file import shipped_blush
from prehensile.appearance.model.model import NAIL_BOX, VIEWS

DATA = Path(prehensile.appearance.__file__).parent / "data"
FILES = {"optics.csv": 2_000, "blush.npz": 600_000}
"""Largest sizes [bytes]."""


def test_files_and_their_sizes():
    assert {file.name for file in DATA.iterdir()} == set(FILES)
    for name, most in FILES.items():
        assert (DATA / name).stat().st_size <= most


def test_the_shipped_model_says_how_it_was_made():
    shipped = shipped_blush()
    assert shipped is not None
    assert shipped.command == "python tools/make_blush.py" and shipped.seed == 0
    assert shipped.record["fingers"] == 8
    assert shipped.model.views == VIEWS and shipped.model.zero is None


@pytest.fixture(scope="module")
def changes():
    """Blood (256, 512) by force, in the middle of the pad."""
    model = shipped_blush().model  # pyright: ignore[reportOptionalMemberAccess]

    def change(force, along=0.0, across=0.0):
        assert model.law.inputs == ("force", "center_x", "center_y")
        y = model.law.coefficients(np.array([force, along, across]))
        return (model.textures @ y) * model.mask

    return change


def box(s, t):
    return np.s_[int(t[0] * 256) : int(t[1] * 256), int(s[0] * 256) : int(s[1] * 256)]


def test_nothing_presses_nothing_changes(changes):
    assert not changes(0.0).any()


def test_the_nail_pales_from_its_tip_and_flushes_behind(changes):
    (left, right), (top, bottom) = NAIL_BOX
    middle, length = (left + right) / 2, bottom - top
    tip = box((middle - 0.1, middle + 0.1), (bottom - 0.3 * length, bottom - 0.1 * length))
    base = box((middle - 0.1, middle + 0.1), (top + 0.1 * length, top + 0.3 * length))
    behind = box((middle - 0.15, middle + 0.15), (top - 0.15, top - 0.05))
    found = [changes(force) for force in (2.0, 10.0, 40.0)]
    paler = [-one[tip].mean() for one in found]
    assert 0.05 < paler[0] < paler[1] <= paler[2] + 0.02
    for one in found[1:]:
        assert one[tip].mean() < one[base].mean() - 0.05
        assert one[behind].mean() > 0.02


def test_the_pad_pales_under_the_patch_and_follows_it(changes):
    pad = np.s_[:, 256:]
    near = box((0.4, 0.6), (0.6, 0.76))
    for force in (2.0, 10.0, 40.0):
        assert changes(force)[pad][near].mean() < -0.04
    place = (np.arange(256) + 0.5) / 256
    middles = []
    for along, across in ((0.003, 0), (-0.003, 0), (0, 0.003), (0, -0.003)):
        gone = -changes(10.0, along, across)[pad].clip(None, 0)
        middles.append((place @ gone.sum(axis=0), place @ gone.sum(axis=1)) / gone.sum())
    tipwards, jointwards, thumbwards, away = np.array(middles)
    assert tipwards[1] > jointwards[1] + 0.03
    assert thumbwards[0] < away[0] - 0.03  # seen from the front, y points to the left
