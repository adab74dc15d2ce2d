import numpy as np

from prehensile.capture.recording.stream import MISSING, Stream
from prehensile.capture.sensors.imperfections import Imperfections, lost


def stream(n=1000):
    return Stream("s", "forces", np.arange(n) / 100, np.arange(float(n))[:, None], ("z",))


def test_a_clock_that_is_off_and_drifts():
    found = Imperfections(offset=0.02, drift_ppm=50, latency=0.004).laid_on(
        stream(), np.random.default_rng(0)
    )
    np.testing.assert_allclose(found.time, 0.02 + (1 + 5e-5) * (stream().time + 0.004))


def test_jitter_keeps_the_order_and_drop_outs_take_their_share():
    found = Imperfections(jitter=0.01, dropout=0.2).laid_on(stream(), np.random.default_rng(1))
    assert (np.diff(found.time) > 0).all()
    assert 0.15 < 1 - found.n_samples / 1000 < 0.25
    assert abs(found.values[:, 0] / 100 - found.time).max() < 0.005


def test_what_is_lost_is_flagged():
    gone = np.zeros((1000, 1), bool)
    gone[3:5] = True
    found = lost(stream(), gone)
    assert np.isnan(found.values[3:5]).all() and (found.flags[gone] == MISSING).all()
    assert not found.flags[~gone].any()
