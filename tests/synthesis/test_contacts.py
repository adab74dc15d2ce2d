"""Lists of contacts."""

import numpy as np

from prehensile.synthesis.contacts import Contacts


def test_gaps_are_along_the_normal() -> None:
    row, one = np.zeros(1, np.int64), np.ones(1)
    n = np.array([[0, 0, 1.0]])
    touch = Contacts(
        row, row, row, np.array([[1, 2, 3.0]]), np.array([[1, 1, 3.5]]), n, one, one, row
    )
    assert np.allclose(touch.gap, -0.5)
    both = Contacts.joined([touch, Contacts.none(), touch])
    assert len(both.key) == 2 and both.r.shape == (2, 3) and both.link.dtype == np.int64
