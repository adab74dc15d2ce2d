"""The live figures, on little work."""

from prehensile.bench.synthesis.live_play import REFERENCE, live_figures


def test_streams_are_played_by_the_clock() -> None:
    found = live_figures(seconds=0.2)
    assert set(found) == set(REFERENCE)
    assert found["live_share"] > 0 and found["live_latency_ms"] > 5 and found["live_lost_s"] >= 0
