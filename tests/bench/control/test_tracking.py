"""The figures of shipped styles that are played back."""

from types import SimpleNamespace

import numpy as np

from prehensile.bench.control import tracking
from prehensile.control.example.style import RECORDED


def test_the_worst_of_all_counts(monkeypatch):
    off = {name: np.radians(2.0 + k) for k, name in enumerate(RECORDED)}
    monkeypatch.setattr(tracking, "track_style", lambda name: SimpleNamespace(rms=off[name]))
    monkeypatch.setattr(
        tracking, "track_as_published", lambda name: SimpleNamespace(rms=off[name] / 2)
    )
    found = tracking.tracking_shipped()
    worst = 1.0 + len(RECORDED)
    assert np.isclose(found["tracking_shipped_deg"], worst)
    assert np.isclose(found["tracking_published_deg"], worst / 2)
    assert list(found["tracking_shipped_deg_each"]) == list(RECORDED)
    assert found.keys() == tracking.TRACKING_FIGURES.keys()


def test_without_the_reference_data_there_are_none(monkeypatch, tmp_path):
    monkeypatch.setenv("PREHENSILE_DATA", str(tmp_path / "absent"))
    assert set(tracking.tracking_shipped().values()) == {None}
