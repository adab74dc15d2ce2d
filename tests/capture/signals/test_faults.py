import numpy as np

from prehensile.capture.recording.recording import Recording
from prehensile.capture.recording.stream import Stream
from prehensile.capture.signals.faults import faults

TIME = np.arange(1000) / 100


def wrong(*streams):
    whole = Stream("w", "forces", TIME, np.sin(TIME)[:, None], ("z",), rate_hz=100)
    return [(f.stream, f.what, round(f.time, 2)) for f in faults(Recording((whole, *streams)))]


def test_nothing_is_wrong_with_a_whole_recording():
    assert wrong(Stream("e", "events", [1.0], [0], ("tap",))) == []


def test_what_stops_or_never_starts_is_named():
    half = Stream("h", "forces", TIME[:500], np.sin(TIME[:500])[:, None], ("z",))
    none = Stream("n", "forces", [], np.zeros((0, 1)), ("z",))
    assert wrong(half, none) == [("h", "stopped", 4.99), ("n", "empty", 0.0)]


def test_bursts_of_nan_and_holes_are_named():
    values = np.sin(TIME)[:, None].copy()
    values[100:105] = values[300:350] = np.nan
    burst = Stream("b", "forces", TIME, values, ("z",))
    kept = np.ones(1000, bool)
    kept[600:700] = False
    holed = Stream("o", "forces", TIME[kept], np.sin(TIME[kept])[:, None], ("z",), rate_hz=100)
    assert wrong(burst, holed) == [("b", "gap", 3.0), ("o", "hole", 5.99)]


def test_clipped_sensors_and_swapped_markers_are_named():
    clipped = Stream("c", "voltages", TIME, np.minimum(np.sin(TIME), 0.9)[:, None], ("v",))
    points = np.zeros((1000, 2, 3))
    points[:, 1, 0] = 0.05
    points[700:] = points[700:, ::-1]
    swapped = Stream("m", "markers", TIME, points, ("a", "b"))
    found = wrong(clipped, swapped)
    assert ("m", "swapped", 7.0) in found
    assert [f[:2] for f in found if f[0] == "c"] == [("c", "clipped")]
