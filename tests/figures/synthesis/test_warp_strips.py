"""The film strips of the warped pinch."""

from pathlib import Path

import numpy as np
import pytest

from prehensile.figures.synthesis.warp_strips import TIMES, draw_warp_strips, strip_frames


def test_frames_of_a_strip_are_those_of_its_times() -> None:
    assert strip_frames(np.arange(0, 5, 0.01)) == [round(100 * t) for t in TIMES]
    assert strip_frames(np.arange(0, 1, 0.01))[-1] == 99  # of a clip that ended early


@pytest.mark.long
def test_a_strip_is_drawn(tmp_path: Path) -> None:
    path = draw_warp_strips(tmp_path / "warp.png", (0.03,))
    assert path.stat().st_size > 20_000
