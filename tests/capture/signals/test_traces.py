import numpy as np
import pytest

from prehensile.capture.recording.stream import Stream
from prehensile.capture.signals.traces import load, trace
from prehensile.errors import PrehensileError

TIME = np.arange(20) / 100


def stream(kind, values, channels):
    return Stream("s", kind, TIME, values, channels)


def test_loads_are_one_column_and_motion_is_all_of_them():
    pressed = np.arange(40.0).reshape(20, 2)
    seen = trace(stream("forces", pressed, "ab"))
    np.testing.assert_array_equal(seen.columns[:, 0], pressed.sum(1))
    assert seen.order == 2
    assert trace(stream("markers", np.ones((20, 2, 3)), "ab")).columns.shape == (20, 6)
    assert trace(stream("rigid_poses", np.ones((20, 2, 7)), "ab")).columns.shape == (20, 6)
    assert trace(stream("accelerations", np.ones((20, 1, 3)), "a")).order == 2


@pytest.mark.parametrize("sign", [1, -1])
def test_a_force_vector_is_taken_along_where_it_changes(sign):
    size = np.maximum(0, np.sin(np.arange(20) / 2)) ** 4
    direction = sign * np.array([0.6, 0.0, -0.8])
    values = (np.array([1.0, 2.0, 3.0]) + size[:, None] * direction)[:, None]
    found = load(stream("force_vectors", values, "a"))
    np.testing.assert_allclose(found - found.min(), size - size.min(), atol=1e-12)
    wrench = np.concatenate([values, 100 * values], -1)
    np.testing.assert_allclose(load(stream("wrenches", wrench, "a")), found)


def test_one_channel_may_be_chosen():
    values = np.arange(40.0).reshape(20, 2)
    np.testing.assert_array_equal(load(stream("forces", values, "ab"), "b"), values[:, 1])


def test_all_missing_is_missing():
    assert np.isnan(load(stream("force_vectors", np.full((20, 1, 3), np.nan), "a"))).all()


def test_what_has_no_load_or_shape_is_refused():
    with pytest.raises(PrehensileError, match="no loads"):
        load(stream("markers", np.ones((20, 1, 3)), "a"))
    with pytest.raises(PrehensileError, match="no shape"):
        trace(Stream("s", "events", [0.0], [0], ("tap",)))
    with pytest.raises(PrehensileError, match="8 are the least"):
        trace(Stream("s", "forces", [0.0], [[0.0]], ("a",)))
