"""Recordings drawn over time."""

import numpy as np
import pytest
from tests.capture.recording.recordings import small_recording

from prehensile.capture.recording.recording import Recording
from prehensile.capture.recording.stream import Stream
from prehensile.draw.recording_plot import draw_recording
from prehensile.errors import InputError

pytest.importorskip("matplotlib", reason="needs matplotlib: pip install 'prehensile[draw]'")


def test_every_stream_gets_a_row(tmp_path):
    from PIL import Image

    one = Image.open(draw_recording(Recording(small_recording().streams[:1]), tmp_path / "1.png"))
    all_of_them = Image.open(draw_recording(small_recording(), tmp_path / "3.png"))
    assert all_of_them.height - one.height == pytest.approx(2 * 160, abs=2)
    assert len(all_of_them.convert("L").getcolors() or []) > 50


def test_many_channels_and_lost_samples_are_drawn(tmp_path):
    values = np.random.default_rng(0).normal(size=(9000, 40))
    values[5:50] = np.nan
    names = tuple(str(k) for k in range(40))
    stream = Stream("p", "pressure", np.arange(9000) / 100, values, names)
    assert draw_recording(Recording((stream,)), tmp_path / "a.png").stat().st_size > 5000


def test_nothing_is_not_drawn(tmp_path):
    with pytest.raises(InputError, match="no samples"):
        draw_recording(Recording(()), tmp_path / "a.png")
