"""Angles from markers whose hand, places and slip are known."""

from dataclasses import replace

import numpy as np
import pytest
from tests.compliance.recorded.marker_session import SLIP, Marked, marked

from prehensile.compliance.recorded.marker_motion import held_forearm, marker_motion
from prehensile.errors import InputError
from prehensile.lie import se3


@pytest.fixture(scope="module")
def made() -> Marked:
    return marked()


def test_angles_and_slip_are_found_again(made) -> None:
    places = {name: one._replace(slip=0.0) for name, one in made.glued.items()}
    found = marker_motion(made.stream, made.hand, places, {"index"})
    q = found.q[:, made.chain.columns]
    relative = (q - q.mean(0)) - (made.q - made.q.mean(0))
    bends = [made.chain.joint_names.index(f"index_{part}_flex") for part in ("mcp", "pip", "dip")]
    middle = slice(100, -100)
    assert np.nanstd(relative[middle][:, bends], axis=0).max() < 0.04  # 0.3 mm a sample, unfiltered
    slow = [np.convolve(np.nan_to_num(e), np.ones(20) / 20, "same") for e in relative[:, bends].T]
    assert np.abs(np.array(slow)[:, middle]).max() < 0.03
    worn = found.calibrations[0].worn(found.calibrations[0].s)[1]
    assert [w.slip for w in worn.values() if w.slip] == pytest.approx([SLIP] * 3, abs=2e-4)


def test_a_hidden_marker_leaves_a_gap(made) -> None:
    values = made.stream.values.copy()
    values[500:520, made.stream.channels.index("index_distal")] = np.nan
    stream = replace(made.stream, values=values, flags=None)
    q = marker_motion(stream, made.hand, made.glued, {"index"}).q[:, made.chain.columns]
    assert np.isnan(q[502:518]).all() and np.isfinite(q[400:490]).mean() > 0.99


def test_too_few_markers_are_told(made) -> None:
    few = {name: one for name, one in made.glued.items() if "index" not in name}
    with pytest.raises(InputError, match="on the index"):
        marker_motion(made.stream, made.hand, few, {"index"})


def test_the_forearm_is_at_the_wrist(rng) -> None:
    offsets = rng.normal(0, 0.03, (4, 3))
    T = se3.exp(rng.normal(size=6))
    turn = np.stack([se3.exp([0, 0, 0, 0, a, 0]) for a in np.linspace(-0.3, 0.3, 21)])
    points = se3.apply((T @ turn)[:, None], np.broadcast_to(offsets, (21, 4, 3)))
    assert np.allclose(held_forearm(points, offsets), T, atol=1e-9)
