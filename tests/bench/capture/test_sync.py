from prehensile.bench.capture import sync
from prehensile.bench.capture.taps import TapSession


def test_clocks_come_within_what_is_asked():
    assert sync.sync_error_ms([0, 1], TapSession(duration=20.0, n_taps=7)) < 1.5


def test_both_rates_are_measured(monkeypatch):
    monkeypatch.setattr(sync, "sync_error_ms", lambda seeds, session: session.motion_hz)
    figures = sync.sync_figures([0])
    assert figures == {"sync_error_ms": 500, "sync_error_100hz_ms": 100}
    assert set(figures) == set(sync.REFERENCE)
