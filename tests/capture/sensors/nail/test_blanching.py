"""Blanching as photographs have it, where they are there; the stand-in elsewhere."""

import numpy as np
import pytest

from prehensile.capture.sensors.nail.blanching import (
    measured_blanching,
    nail_blanching,
    stand_in_blanching,
)
from prehensile.errors import FileError


@pytest.fixture(scope="module")
def measured():
    found = nail_blanching()
    if found.source != "measured":
        pytest.skip("no reference photographs")
    return found


def test_a_pressed_nail_whitens_most_at_its_free_edge(measured) -> None:
    assert measured.source == "measured" and measured.change.shape == (11, 6)
    assert not measured.change[0].any() and (np.diff(measured.force) > 0).all()
    assert (measured.change[-1] > 0.05).all()
    assert measured.change[-1, 4:].min() > measured.change[-1, :4].max()


def test_curves_pass_through_the_loads_and_are_level_beyond(measured) -> None:
    assert measured.at(measured.force) == pytest.approx(measured.change)
    assert measured.at(np.array(50.0)) == pytest.approx(measured.change[-1])
    between = measured.at(np.linspace(0, measured.force[-1], 200))
    assert between.min() >= measured.change.min() - 1e-12


def test_the_stand_in_is_of_the_same_kind() -> None:
    stand_in = stand_in_blanching()
    assert stand_in.source == "stand-in" and stand_in.change.shape == (11, 6)
    assert not stand_in.change[0].any()
    assert stand_in.change[-1, 4:].min() > stand_in.change[-1, :4].max()


def test_without_photographs_the_stand_in_is_used(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("PREHENSILE_DATA", str(tmp_path))
    assert nail_blanching.__wrapped__().source == "stand-in"


def test_an_empty_folder_is_refused(tmp_path) -> None:
    with pytest.raises(FileError, match="load 0"):
        measured_blanching(tmp_path)
