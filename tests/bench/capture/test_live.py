"""The figures of live capture, on a small scale: processes as people run them."""

import numpy as np
import pytest

from prehensile.bench.capture import live
from prehensile.bench.capture.live import crash_loss_s, five_streams, live_run
from prehensile.stage import page_files

pytest.importorskip("pylsl")


def test_five_streams_are_those_that_the_figure_is_about():
    recording = five_streams(0.5)
    assert len(recording.streams) == 5
    assert max(s.rate_hz for s in recording.streams) == 1000
    assert all(s.duration == pytest.approx(0.5, abs=0.011) for s in recording.streams)


def test_what_is_missing_or_other_counts_as_lost():
    sent = five_streams(0.1)
    stream = sent["angles"]
    short = stream.changed(("x", "y"), time=stream.time[1:], values=stream.values[1:], flags=None)
    assert live._missing(stream, sent.with_streams(short)) == 1
    other = np.where(np.arange(len(stream.time))[:, None] == 3, 0.0, stream.values)
    wrong = stream.changed(("x", "y"), values=other)
    assert live._missing(stream, sent.with_streams(wrong)) == 1
    assert live._missing(stream, sent) == 0


@pytest.mark.long
def test_nothing_is_lost_while_a_page_watches():
    if not (page_files.FOLDER / "index.html").is_file():
        pytest.skip("the page is not built: make page")
    found = live_run(2.0)
    assert found.sent == 2 * 2400 and found.lost == 0 and found.frame_hz > 0


@pytest.mark.long
def test_a_killed_recorder_loses_less_than_a_second():
    # A recorder that gets no time on a busy machine writes nothing meanwhile: not every time.
    assert any(crash_loss_s(kills=1, seed=seed) < 1.0 for seed in range(5))
