"""That the area gives every figure it names, on small samples."""

import json

import pytest

import prehensile.bench.quality as area
from prehensile.bench.quality import holds, measures, synergies
from prehensile.cli.bench import _plain


@pytest.fixture
def small(monkeypatch):
    for name, value in {"TIMED": 3, "RANKED": 40, "CHECKED": 60, "CALLS": 5, "WORLDS": 4}.items():
        monkeypatch.setattr(measures, name, value)
    monkeypatch.setattr(measures, "SEED", 7)  # the judged one is not looked at
    monkeypatch.setattr("prehensile.bench._turns.REPEATS", 1)


@pytest.mark.long
def test_every_figure_is_there(small, monkeypatch):
    known = dict.fromkeys(synergies.REFERENCE | holds.HOLD_REFERENCE, 0.5)
    monkeypatch.setattr(area, "PARTS", (measures.measure_figures, lambda progress: known))
    said = []
    found = area.run(said.append)
    assert set(found) == set(area.REFERENCE) and len(said) == len(set(said)) > 2
    json.dumps(_plain(found), allow_nan=False)
    assert found["closure_agreement"] == 1
    assert found["analytic_max_err"] < 1e-9
    assert 0.4 < found["rank_correlation"] <= 1
    assert found["hull_over_ellipsoid"] > 10
    assert all(value > 0 for name, value in found.items() if "_us_" in name or "_ms_" in name)


def test_every_part_brings_its_texts():
    parts = (measures.measure_figures, synergies.synergy_figures, holds.hold_figures)
    assert parts == area.PARTS
    texts = {**measures.REFERENCE, **synergies.REFERENCE, **holds.HOLD_REFERENCE}
    assert set(area.REFERENCE) == {"kernels", *texts}
