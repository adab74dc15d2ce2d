"""Folders of photographs: what is read, and one clear line for each that cannot be."""

import math

import numpy as np
import pytest
from tests.files.test_tekscan import text_of

from prehensile.appearance.fit.folder import Sensor, is_zero, read_folder
from prehensile.errors import PrehensileError
from prehensile.files.pictures.picture import png_bytes
from prehensile.files.tekscan import block_of

pytest.importorskip("PIL.Image")


@pytest.fixture
def folder(tmp_path, rng):
    """Four tiny photographs without forces."""
    for k in range(4):
        picture = rng.integers(0, 255, (80, 64, 3), dtype=np.uint8)
        (tmp_path / f"me_mag{k}.png").write_bytes(png_bytes(picture))
    return tmp_path


def table(folder, *rows, columns="file,newtons"):
    (folder / "forces.csv").write_text("\n".join([columns, *rows]))
    return folder


def test_a_table_is_read_with_its_units(folder):
    table(
        folder, "me_mag0.png,0,0.0,,,,,", "me_mag1.png,2.5,0.5,1.5,-2,3,30,nail",
        columns="file,newtons,time,centre_x,center_y,spread,angle,view",
    )  # fmt: skip
    zero, pressed = read_folder(folder).shots
    assert zero.time == 0 and zero.force == 0 and math.isnan(zero.load[1])
    np.testing.assert_allclose(pressed.load, [2.5, 0.0015, -0.002, 0.003, math.pi / 6])
    assert (pressed.time, pressed.view, pressed.path.name) == (0.5, "nail", "me_mag1.png")


def tekscan(folder, raws, names):
    for raw, name in zip(raws, names, strict=True):
        frame = np.zeros((1, 29, 25), int)
        frame[0, 1, 12] = raw
        (folder / name).write_text(text_of(frame))


def test_tekscan_files_belong_to_photographs_by_the_ends_of_their_names(folder):
    tekscan(folder, (255, 0, 100, 50), [f"Data00{k}_Mag{k}.csv" for k in (3, 0, 2, 1)])
    found = read_folder(folder)
    assert [s.path.name for s in found.shots] == [f"me_mag{k}.png" for k in range(4)]
    forces = [shot.force for shot in found.shots]
    assert forces == sorted(forces) and forces[0] == 0
    assert len(read_folder(folder, aside=("mag2", "ag1")).shots) == 3
    (note,) = found.notes
    assert "Mag3" in note and "clipped" in note
    other = read_folder(folder, Sensor(block_of("tip-2"), full_scale_psi=6.0))
    np.testing.assert_allclose([s.force for s in other.shots], np.array(forces) / 2)


def test_tekscan_files_of_other_names_belong_together_in_order(folder):
    tekscan(folder, (0, 50, 100, 200), ["a.csv", "b.csv", "c.csv", "d.csv"])
    forces = [shot.force for shot in read_folder(folder).shots]
    assert forces == sorted(forces) and forces[-1] > 0


ZERO = "me_mag0.png,0"


@pytest.mark.parametrize(
    ("rows", "columns", "words"),
    [
        ((ZERO,), None, ["one photograph"]),
        (("me_mag0.png,3", "me_mag1.png,3"), None, ["the same force, 3 N"]),
        (("me_mag0.png,1", "me_mag1.png,3"), None, ["without load", "1 N"]),
        ((ZERO, "me_mag1.png,"), None, ["line 3", "me_mag1.png", "missing"]),
        ((ZERO, "me_mag1.png,-2"), None, ["line 3", "me_mag1.png", "-2"]),
        ((ZERO, "me_mag1.png,strong"), None, ["line 3", "'strong'", "not a number"]),
        ((ZERO, "me_mag1.png,nan"), None, ["'nan'"]),
        ((ZERO, "me_mag1.png,1e9"), None, ["1e+09 N"]),
        ((ZERO, "me_mag1.png"), None, ["line 3", "cells"]),
        ((ZERO, ZERO), None, ["twice"]),
        ((ZERO, "gone.png,3"), None, ["gone.png", "not in the folder"]),
        ((ZERO, "../me_mag1.png,3"), None, ["line 3", "own folder"]),
        ((ZERO, "me_mag1.png,3"), "file,force", ["file,newtons"]),
        ((f"{ZERO},1", "me_mag1.png,3,1"), "file,newtons,mood", ["mood"]),
        ((f"{ZERO},nail", "me_mag1.png,3,ear"), "file,newtons,view", ["'ear'"]),
        ((f"{ZERO},0", "me_mag1.png,3,soon"), "file,newtons,time", ["'soon'"]),
        ((), None, ["0 photographs"]),
    ],
)
def test_a_table_that_does_not_fit_is_refused_in_one_line(folder, rows, columns, words):
    table(folder, *rows, columns=columns or "file,newtons")
    with pytest.raises(PrehensileError) as caught:
        read_folder(folder)
    line = str(caught.value)
    assert "\n" not in line and all(word in line for word in words), line


def test_photographs_of_different_sizes_are_refused(folder, rng):
    other = rng.integers(0, 255, (90, 64, 3), dtype=np.uint8)
    (folder / "me_mag1.png").write_bytes(png_bytes(other))
    with pytest.raises(PrehensileError, match=r"different sizes.*64 × 80.*64 × 90"):
        read_folder(table(folder, ZERO, "me_mag1.png,3"))


def test_folders_without_photographs_or_forces_are_refused(folder, tmp_path_factory):
    empty = tmp_path_factory.mktemp("empty")
    with pytest.raises(PrehensileError, match="no photographs"):
        read_folder(empty)
    with pytest.raises(PrehensileError, match=r"forces\.csv"):
        read_folder(folder)
    with pytest.raises(PrehensileError, match="not a folder"):
        read_folder(folder / "none")
    tekscan(folder, (0, 50), ["x.csv", "y.csv"])
    with pytest.raises(PrehensileError, match="4 photographs and 2 Tekscan"):
        read_folder(folder)


def test_a_tekscan_file_cut_short_is_named(folder):
    tekscan(folder, (0, 50, 100, 200), [f"x_mag{k}.csv" for k in range(4)])
    cut = folder / "x_mag2.csv"
    cut.write_text(cut.read_text()[:600])
    with pytest.raises(PrehensileError, match=r"x_mag2\.csv.*cut short"):
        read_folder(folder)


def test_a_drift_of_the_sensor_is_no_load():
    assert is_zero(0.0, 10) and is_zero(0.03, 10) and not is_zero(0.2, 10)
