"""A bulb that is gaited from two starts."""

import numpy as np
import pytest
from tests.figures.test_ik import assert_drawn

from prehensile.figures.synthesis import gaiting
from prehensile.figures.synthesis.gaited_bulb import (
    BELOW,
    DEEP,
    STARTS,
    STAVES,
    TIGHT,
    WALL,
    WIDE,
    Gaited,
    gaited,
    socket,
)
from prehensile.lie import so3
from prehensile.motion.clip import BodyTrack, Clip
from prehensile.motion.contacts import ContactTrack

TURNS = 2


def _turning(angle: np.ndarray, x: float) -> Clip:
    n = len(angle)
    pose = np.zeros((n, 7))
    pose[:, 0], pose[:, 3:] = x, so3.to_quat(so3.exp(angle[:, None] * np.array([0.0, 0.0, 1.0])))
    a = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    circle = 0.03 * np.stack([np.cos(a), np.sin(a), 0 * a], axis=1)
    body = BodyTrack("bulb", circle.astype(np.float32), np.array([[0, 1, 2]]), pose)
    return Clip(
        np.arange(n) / 100, (), (body,), ContactTrack.empty(n), np.zeros((n, 0, 5)),
        np.zeros((n, 0)), {},
    )  # fmt: skip


def test_turns_and_distances_of_known_paths() -> None:
    angle = np.linspace(0, 8.0, 50)  # more than a whole turn
    found = Gaited((_turning(angle, 0.0), _turning(-angle, 0.002)))
    assert np.allclose(found.turned(), [angle, -angle])
    # points on a circle about the axis: 2 r sin of half the angle between, and the shift
    expected = np.hypot(2 * 0.03 * np.sin(angle), 0.002)
    assert np.allclose(found.apart(), expected)


def test_a_socket_is_hollow() -> None:
    """Its volume is that of a cup; staves leave no gap and stay outside the inner radius."""
    cup = socket(WIDE)
    assert len(cup.parts) == STAVES + 1
    low, high = cup.vertices.min(axis=0), cup.vertices.max(axis=0)
    assert np.allclose([low[2], high[2]], [-BELOW, DEEP])
    for stave in cup.parts[1:]:
        radial = np.linalg.norm(stave.pos[:2]) - stave.size[0]
        assert radial == pytest.approx(WIDE)
        assert 2 * stave.size[1] > 2 * (WIDE + WALL) * np.tan(np.pi / STAVES)


@pytest.mark.long
def test_two_starts_part() -> None:
    """A millimetre becomes several in the grips; all are turned the captured way."""
    found, tight = gaited(WIDE, TURNS), gaited(TIGHT, TURNS)
    apart, first = found.apart(), int(np.searchsorted(found.time, 1.0))
    assert np.allclose(apart[:first], STARTS[1] - STARTS[0], atol=1e-5)  # nothing touched yet
    assert apart.max() > 2.5 * apart[0]
    turned = np.degrees([one.turned()[:, -1] for one in (found, tight)])
    assert (turned > 20).all() and turned.mean() > 35  # captured: 43°; each path is its own
    for clip in (*found.clips, *tight.clips):
        assert clip.meta["unsolved_s"] == [] and clip.meta["left"] == ""
        assert clip.finger_force[:, 0, :4].max(axis=0).min() > 0.3  # all four fingers take part


@pytest.mark.long
def test_the_gaiting_is_drawn(tmp_path, monkeypatch) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.setattr(gaiting, "gaited", lambda inner: gaited(inner, TURNS))
    assert_drawn(gaiting.draw_gaiting(tmp_path / "gaiting.png"))
