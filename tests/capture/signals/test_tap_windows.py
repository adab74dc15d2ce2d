import numpy as np

from prehensile.capture.signals.tap_windows import (
    AFTER,
    BEFORE,
    STEP,
    main_column,
    pieces,
    polynomials,
    shape_at,
    splines,
    window,
)
from prehensile.capture.signals.traces import Trace

TIME = np.arange(0, 4, 0.002)


def test_smooth_motion_is_taken_out():
    columns = np.stack([TIME**5, np.cos(TIME)], 1)
    seen = window(Trace(TIME, columns, 0), 0, 2.0, 6)
    assert seen is not None and np.abs(seen.rest).max() < 1e-9
    np.testing.assert_allclose(seen.smooth.T @ seen.smooth, np.eye(7), atol=1e-12)


def test_columns_with_gaps_are_left_out_and_ends_refused():
    columns = np.ones((len(TIME), 2))
    columns[1000, 1] = np.nan
    assert window(Trace(TIME, columns, 0), 0, 2.0, 6).rest.shape[1] == 1
    assert window(Trace(TIME, columns, 0), 0, 0.01, 6) is None
    assert window(Trace(TIME, columns, 0), 0, 3.99, 6) is None
    assert window(Trace(TIME, np.full((len(TIME), 1), np.nan), 0), 0, 2.0, 6) is None


def test_a_shape_is_looked_up_between_its_samples():
    grid = np.arange(-BEFORE, AFTER, STEP)
    spline = splines(np.sin(40 * grid)[None])[0]
    past = np.arange(-0.05, 0.05, 0.0037)
    smooth = polynomials(past, 0)
    plain = np.sin(40 * past) - np.sin(40 * past).mean()
    np.testing.assert_allclose(
        shape_at(spline, past, smooth), plain / np.linalg.norm(plain), atol=1e-5
    )


def test_pieces_tell_which_taps_were_seen_whole():
    kept = ~((TIME > 1.9) & (TIME < 2.0))
    seen = Trace(TIME[kept], np.ones((kept.sum(), 1)), 2)
    found, whole = pieces(seen, np.array([0.1, 1.0, 2.1, 3.0]))
    assert whole.tolist() == [False, True, False, True] and found.shape[0] == 4


def test_the_main_column_is_the_way_it_moves():
    rng = np.random.default_rng(0)
    way = np.array([0.6, 0.0, 0.8])
    columns = np.sin(3 * TIME)[:, None] * way + rng.normal(0, 1e-3, (len(TIME), 3))
    columns[5:9, 1] = np.nan
    main = main_column(Trace(TIME, columns, 0))
    assert abs(np.corrcoef(main, np.sin(3 * TIME))[0, 1]) > 0.999
