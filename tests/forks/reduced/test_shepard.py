import numpy as np
import pytest

from prehensile.forks.reduced.shepard import shepard


def test_at_an_anchor_it_alone_counts_and_half_way_both_do() -> None:
    anchors = np.array([[0.0, 0], [2, 0], [0, 9]])
    assert shepard(anchors[1], anchors, 4.0) == pytest.approx([0, 1, 0], abs=1e-9)
    w = shepard(np.array([1.0, 0]), anchors, 4.0)
    assert w.sum() == pytest.approx(1) and w[0] == pytest.approx(w[1])
    assert w[2] == pytest.approx(w[0] * 82.0**-2, rel=1e-3)  # 1/d⁴
