"""The live figures, on little work."""

from types import SimpleNamespace

import pytest

from prehensile.bench.synthesis import live_play
from prehensile.bench.synthesis.live_play import REFERENCE, live_figures


def test_figures_are_those_of_what_was_played(monkeypatch) -> None:
    played = SimpleNamespace(share=0.4, latency=0.025, lost=0.5)
    monkeypatch.setattr(live_play, "_played", lambda seconds: played if seconds == 2.0 else None)
    found = live_figures(seconds=2.0)
    assert found == {"live_share": 0.4, "live_latency_ms": 25.0, "live_lost_s": 0.5}
    assert set(found) == set(REFERENCE)


@pytest.mark.long
def test_streams_are_played_by_the_clock() -> None:
    found = live_figures(seconds=0.2)
    assert found["live_share"] > 0 and found["live_latency_ms"] > 5 and found["live_lost_s"] >= 0
