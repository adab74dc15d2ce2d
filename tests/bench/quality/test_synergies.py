"""The figures of synergies, on recordings that are not judged."""

import numpy as np
import pytest

import prehensile.bench.quality.synergies as area
from prehensile.bench.quality.synergies import boundary_errors, force_figures, synergy_figures


@pytest.mark.long
def test_every_figure_is_there_and_none_is_of_the_data_without_it(monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("PREHENSILE_DATA", str(tmp_path))
    found = synergy_figures(seeds=range(2))
    assert set(found) == set(area.REFERENCE)
    assert all(found[name] is None for name in found if name.startswith("synergy_"))
    assert found["corpus_variance_2"] == pytest.approx(0.665, abs=0.001)
    assert found["corpus_variance_5"] == pytest.approx(0.876, abs=0.001)


def test_the_glove_recordings_as_they_were_recorded(reference_data) -> None:
    """Against the singular values of the file's own columns."""
    with np.load(reference_data("motion", "dapg_door", "door_demos.npz")) as file:
        takes = [file[f"obs_{k:02d}"][:, 5:27].astype(float) for k in range(25)]
    whole = np.concatenate(takes)
    s = np.linalg.svd(whole - whole.mean(axis=0), compute_uv=False) ** 2
    found = area.glove_figures()
    assert found["synergy_variance_2"] == pytest.approx(s[:2].sum() / s.sum())
    assert found["synergy_variance_5"] == pytest.approx(s[:5].sum() / s.sum())
    assert found["synergy_variance_2"] == pytest.approx(0.80, abs=0.005)
    assert found["synergy_variance_5"] == pytest.approx(0.91, abs=0.005)
    assert found["synergy_unseen_5"] is not None and found["synergy_unseen_5"] > 0.85


@pytest.mark.long
def test_recordings_below_the_judged_ones_are_analysed_well_enough() -> None:
    found = force_figures(range(40, 50))
    assert found["cycles_right"] >= 9
    assert found["phase_boundary_ms_median"] < 60
    assert min(area.JUDGED) >= 1000 and len(area.JUDGED) == 50


def test_missed_and_invented_boundaries_count() -> None:
    true = np.array([1.0, 2.0])
    assert boundary_errors(true, true) == pytest.approx(np.zeros(4))
    assert boundary_errors(np.array([1.0]), true) == pytest.approx([0, 1, 0])
    assert boundary_errors(np.array([1.0, 1.5, 2.0]), true) == pytest.approx([0, 0, 0, 0.5, 0])
    assert np.isinf(boundary_errors(np.array([]), true)).all()
