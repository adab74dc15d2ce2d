"""Frames of taxels: what they say in newtons, and what is no such file."""

import numpy as np
import pytest

from prehensile.errors import FileError, InputError
from prehensile.files.tekscan import (
    BLOCKS,
    PASCAL_PER_PSI,
    TAXEL_AREA,
    Block,
    block_of,
    patch_load,
    read_tekscan,
)


def text_of(frames: np.ndarray) -> str:
    """Frames (T, R, C) as Tekscan writes them; −1 is no taxel."""
    lines = []
    for k, frame in enumerate(frames):
        total = int(np.maximum(frame, 0).sum())
        lines.append(f"Frame {k + 1}, {0.5 * k},, 04/07/2013 2:05:00.46PM,,,Raw Sum=,,{total}")
        lines += [",".join("B" if c < 0 else str(c) for c in row) for row in frame]
    return "\n".join([*lines, "@@", ""])


@pytest.fixture
def frames(rng):
    found = rng.integers(0, 250, (3, 29, 25))
    found[:, 4] = -1
    return found


@pytest.fixture
def write(tmp_path):
    def written(text):
        (tmp_path / "a.csv").write_text(text)
        return tmp_path / "a.csv"

    return written


def test_all_frames_come_back(frames, write):
    read = read_tekscan(write(text_of(frames)))
    np.testing.assert_array_equal(read.raw, np.maximum(frames, 0))
    np.testing.assert_array_equal(read.taxel, frames[0] >= 0)
    np.testing.assert_array_equal(read.time, [0, 0.5, 1])


def test_force_is_pressure_times_area(frames, write):
    read = read_tekscan(write(text_of(frames)))
    found = patch_load(read, BLOCKS["index"])
    raw = frames[:, 0:4, 11:15].sum(axis=(1, 2))
    np.testing.assert_allclose(found.force, raw / 255 * 12 * PASCAL_PER_PSI * TAXEL_AREA)
    other = patch_load(read, BLOCKS["index"], full_scale_psi=24, taxel_area=TAXEL_AREA / 4)
    np.testing.assert_allclose(other.force, found.force / 2)
    np.testing.assert_allclose(other.center, found.center / 2)
    np.testing.assert_allclose(other.spread, found.spread / 2)


def test_one_taxel_has_its_place_and_no_spread(write):
    frame = np.zeros((1, 29, 25), int)
    frame[0, 0, 14] = 255
    found = patch_load(read_tekscan(write(text_of(frame))), block_of("1-4:12-15"))
    pitch = TAXEL_AREA**0.5
    np.testing.assert_allclose(found.center, [[1.5 * pitch, 1.5 * pitch]])
    assert found.spread[0] < 1e-12 and found.clipped[0] == 1


def test_two_taxels_are_half_their_distance_from_the_middle(write):
    frame = np.zeros((1, 29, 25), int)
    frame[0, 1, 12] = frame[0, 1, 14] = 80
    found = patch_load(read_tekscan(write(text_of(frame))), BLOCKS["index"])
    pitch = TAXEL_AREA**0.5
    np.testing.assert_allclose(found.spread, pitch)
    np.testing.assert_allclose(found.center, [[0.5 * pitch, 0.5 * pitch]])


def test_nothing_pressed_has_no_place(write):
    found = patch_load(read_tekscan(write(text_of(np.zeros((1, 29, 25), int)))), BLOCKS["tip-1"])
    assert not any(np.any(value) for value in found)


def test_the_recorded_forces(reference_data):
    """As the thesis's data give them with 12 psi at 255; two files have clipped taxels."""
    folder = reference_data("fingertips", "index")
    found = [
        patch_load(read_tekscan(file), BLOCKS["index"]) for file in sorted(folder.glob("*.csv"))
    ]
    expected = [0, 0.21, 0.67, 1.54, 2.91, 4.57, 6.16, 7.87, 8.78, 10.6, 11.1]
    np.testing.assert_allclose([f.force[0] for f in found], expected, atol=0.051)
    assert [bool(f.clipped[0]) for f in found] == [False] * 9 + [True] * 2


def cut(text, part):
    return text[: int(part * len(text))]


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (lambda t: cut(t, 0.99), "cut short"),
        (lambda t: cut(t, 0.5), "cut short"),
        (lambda t: t.replace("@@", ""), "cut short"),
        (lambda t: t.replace("Frame", "Fame"), "Frame"),
        (lambda t: t.replace("\nB,B", "\nB,B,7", 1), "cells"),
        (lambda t: t.replace("B", "C", 1), "'C'"),
        (lambda t: t.replace("\nB,", "\n300,", 1), "300"),
        (lambda t: t.replace("\nB,", "\n-1,", 1), "-1"),
        (lambda t: t.replace("\nB,", "\n0,", 1), "same places"),
        (lambda t: t.replace("Raw Sum=,,", "Raw Sum=,,9", 1), "damaged"),
        (lambda t: "\n".join([*t.splitlines()[:-2], "@@"]), "another size"),
        (lambda t: "Frame 1\n@@\n", "rows"),
    ],
)
def test_a_damaged_file_is_refused_in_one_line(frames, write, change, word):
    path = write(change(text_of(frames)))
    with pytest.raises(FileError, match=word) as caught:
        read_tekscan(path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["ear", "1-4", "4-1:1-2", "0-4:1-2", "1-4:1-2:3-4", "1–4:1-2"])
def test_an_unknown_block_is_refused(text):
    with pytest.raises(InputError, match="1-4:12-15"):
        block_of(text)


def test_a_block_without_taxels_is_refused(frames, write):
    read = read_tekscan(write(text_of(frames)))
    for block in (Block((5, 5), (1, 25)), Block((28, 30), (1, 4)), Block((1, 4), (24, 26))):
        with pytest.raises(InputError, match="no taxels"):
            patch_load(read, block)
