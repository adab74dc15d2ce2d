import numpy as np

from prehensile.forks.reduced.columns import from_columns, to_columns
from prehensile.lie import se3


def test_poses_come_back_as_they_went(rng) -> None:
    T = se3.exp(rng.normal(size=(7, 6)))
    columns = to_columns(T)
    assert columns.shape == (12, 7) and columns.flags.c_contiguous
    assert np.array_equal(columns[9:, 3], T[3, :3, 3]) and columns[1, 2] == T[2, 0, 1]
    assert np.array_equal(from_columns(columns), T)
