"""One finger on other planks: what it feels is plausible."""

import numpy as np
import pytest
from tests.figures.test_ik import assert_drawn

from prehensile.capture.lab.plank import SIDES
from prehensile.figures.synthesis import textures
from prehensile.figures.synthesis.touched_planks import (
    ACROSS,
    ALONG,
    FRICTIONS,
    RISE,
    Touched,
    captured_touch,
    plank,
    touched,
)


def _roughness(one: Touched) -> float:
    """[N] by which the force along the plank jumps from frame to frame, until it is let go."""
    pressed = np.flatnonzero(one.pressing > 0.95 * one.pressing.max())[-1]
    return float(np.abs(np.diff(one.along[:pressed], 2)).max())


def test_a_bumpy_plank_has_its_bumps() -> None:
    """As high above the flat one as the gaps are below."""
    flat, bumpy = plank(False, 0.3), plank(True, 0.3)
    assert len(bumpy.parts) == 1 + ACROSS * ALONG
    assert bumpy.friction[0] == flat.friction[0] == 0.3
    top = bumpy.vertices[:, 2].max()
    assert top == pytest.approx(SIDES[2] / 2 + RISE / 2, abs=1e-9)
    spheres = [part for part in bumpy.parts if part.kind == "sphere"]
    assert max(part.pos[2] + part.size[0] for part in spheres) == pytest.approx(top, abs=1e-9)


@pytest.mark.long
@pytest.mark.parametrize("task", ["scratch", "explore"])
def test_forces_on_other_planks_are_plausible(task: str) -> None:
    """Coulomb's bound is kept and reached, presses are alike, and bumps are felt."""
    captured = captured_touch(task).clip.finger_force[:, 0, 1].max()
    found = {(b, mu): touched(task, b, mu) for b in (False, True) for mu in FRICTIONS.values()}
    for (bumpy, mu), one in found.items():
        assert one.steepest == pytest.approx(mu, rel=1e-9)  # it slides, never beyond the cone
        assert 0.9 * captured < one.pressing.max() < 1.5 * captured
        assert one.clip.meta["unsolved_s"] == []
        assert one.pressing[0] == one.pressing[-1] == 0
        if not bumpy:
            assert (one.along <= mu * one.pressing + 1e-9).all()
    for bumpy in (False, True):
        assert found[bumpy, 0.2].along.max() < found[bumpy, 0.9].along.max()
    if task == "scratch":
        for mu in FRICTIONS.values():
            assert _roughness(found[True, mu]) > 2 * _roughness(found[False, mu])


@pytest.mark.long
def test_a_scratch_is_drawn(tmp_path) -> None:
    pytest.importorskip("matplotlib")
    assert_drawn(textures.draw_scratching(tmp_path / "scratching.png"))
