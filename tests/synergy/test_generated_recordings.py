"""Generated recordings: as told, with the noise they should have, and a truth that is true."""

import ast
from pathlib import Path

import numpy as np
import pytest

from prehensile.synergy import generated_recordings
from prehensile.synergy.generated_recordings import (
    LEAST,
    MOST,
    NOISE,
    generated_recording,
    read_truth,
    write_recording,
)


def test_recording_and_truth_lie_in_different_files(tmp_path) -> None:
    path = write_recording(tmp_path, 7)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["recording_7.npz", "truth_7.json"]
    with np.load(path) as file:
        assert set(file) == {"time", "frames"}
    assert read_truth(path) == generated_recording(7)[2]


def test_kinds_and_counts_are_drawn_from_all_that_there_are() -> None:
    truths = [generated_recording(seed)[2] for seed in range(60)]
    assert {t.kind for t in truths} == {"squeeze", "turn"}
    assert {t.cycles for t in truths} == set(range(LEAST, MOST + 1))


@pytest.mark.parametrize("kind", ["squeeze", "turn"])
def test_load_changes_between_an_even_and_an_odd_boundary_and_nowhere_else(kind: str) -> None:
    time, frames, truth = generated_recording(3, kind)
    edges = np.array(truth.boundaries)
    assert len(edges) % 2 == 0 and (np.diff(edges) > 0).all() and edges[-1] < time[-1]
    # Two changes a cycle, and two more where a thing was taken up and put down.
    assert len(edges) // 2 - 2 * truth.cycles in (0, 2)
    axis = np.linalg.svd(frames - frames.mean(axis=0), full_matrices=False)[2][0]
    score = frames @ axis
    inside = np.searchsorted(edges, time) % 2 == 1
    change = np.abs(score[4:] - score[:-4])
    assert np.median(change[inside[2:-2]]) > 3 * np.median(change[~inside[2:-2]])


def test_noise_is_five_percent_of_the_largest_load() -> None:
    _, frames, _ = generated_recording(5, "squeeze")
    # A taxel that nothing touches reads noise alone, cut at zero: its positive half.
    idle = frames[:, frames.mean(axis=0) < np.quantile(frames.mean(axis=0), 0.3)]
    deviation = np.sqrt((idle**2).mean() / 0.5)
    assert deviation == pytest.approx(NOISE * np.quantile(frames, 0.9999), rel=0.2)


def test_the_same_seed_gives_the_same_recording() -> None:
    first, second = generated_recording(11), generated_recording(11)
    assert np.array_equal(first[1], second[1]) and first[2] == second[2]
    assert not np.array_equal(first[1][:50], generated_recording(12)[1][:50])


def test_the_generator_knows_nothing_of_the_analysis() -> None:
    source = Path(generated_recordings.__file__).read_text("utf-8")
    ours = {
        node.module
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("prehensile")
    }
    assert ours == {"prehensile.hand.taxels"}
