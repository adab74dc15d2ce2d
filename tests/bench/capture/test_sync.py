from prehensile.bench.capture import sync
from prehensile.bench.capture.taps import TapSession


def test_clocks_come_within_what_is_asked():
    assert sync.sync_error_ms([0, 1], TapSession(duration=20.0, n_taps=7)) < 1.5


def test_both_rates_are_measured_on_both_sets_of_seeds(monkeypatch):
    asked = []
    monkeypatch.setattr(sync, "sync_error_ms", lambda seeds, session: asked.append(seeds) or 0.5)
    figures = sync.sync_figures(lambda line: None)
    assert set(figures) == {n + e for n in sync.SYNC_REFERENCE for e in ("", "_dev")}
    assert not set(sync.JUDGED) & set(sync.DEVELOPED) and len(asked) == 4
