"""What a recording holds, told."""

import json

import numpy as np
from tests.capture.recording.recordings import small_recording

from prehensile.capture.recording.recording import Recording
from prehensile.capture.recording.stream import Stream
from prehensile.capture.recording.summary import summary, summary_lines


def test_all_that_is_there_is_told_and_is_json():
    said = json.loads(json.dumps(summary(small_recording())))
    text = "\n".join(summary_lines(said))
    for words in (
        "nano: wrenches [N, Nm], 80 samples at 1000 Hz", "Nano17; calibrated by somebody",
        "a, b b, ç", "% clipped", "clock card: +0 ms, +0 ppm (by trigger)", "object box: 12 g",
        "contact pad: index-finger-tip on box, felt by nano; 1 touches",
    ):  # fmt: skip
        assert words in text


def test_empty_streams_and_many_channels():
    names = tuple(str(k) for k in range(30))
    empty = Stream("p", "pressure", np.empty(0), np.empty((0, 30)), names)
    (line,) = summary_lines(summary(Recording((empty,))))
    assert line.endswith("and 24 more") and "0 samples" in line
