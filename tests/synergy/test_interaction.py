"""Posture and force in one basis: planted ones are found, and neither part drowns the other."""

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.hand.joints import JOINT_NAMES
from prehensile.synergy.interaction import interaction_basis


@pytest.fixture
def planted(rng):
    """Closing presses two taxels; a third is pressed by no posture in particular."""
    close, alone = rng.normal(size=(300, 1)), rng.normal(size=(300, 1))
    q = 0.4 + close @ np.linspace(0, 0.1, 23)[None]
    q[:, :3] = rng.normal(size=(300, 3))
    return q, np.hstack([50 + 30 * close, 20 + 10 * close, 5 * alone])


def test_what_comes_together_is_one_axis(planted) -> None:
    basis = interaction_basis(*planted)
    assert basis.components == 2
    assert basis.joint_names == JOINT_NAMES[3:]
    assert basis.force_share == pytest.approx([0.5, 1.0], abs=0.02)
    q, frames = planted
    angles, forces = basis.parts(basis.coordinates(q[:, 3:], frames))
    assert angles == pytest.approx(q[:, 3:]) and forces == pytest.approx(frames)


def test_units_do_not_matter(planted) -> None:
    q, frames = planted
    newtons, millis = (interaction_basis(q, f) for f in (frames, 1e3 * frames))
    assert millis.axes == pytest.approx(newtons.axes)
    assert millis.variance_ratio == pytest.approx(newtons.variance_ratio)


def test_both_parts_have_the_same_variance(planted, rng) -> None:
    q, frames = planted
    basis = interaction_basis(q, frames + rng.normal(size=frames.shape))
    total = basis.variance_ratio @ basis.axes**2
    assert total[:20].sum() == pytest.approx(total[20:].sum())


@pytest.mark.parametrize(
    ("q", "frames", "words"),
    [
        (np.ones((9, 23)), np.arange(18.0).reshape(9, 2), "posture is the same"),
        (np.arange(207.0).reshape(9, 23), np.ones((9, 2)), "force is the same"),
        (np.arange(207.0).reshape(9, 23), np.ones((8, 2)), "expected"),
    ],
)
def test_parts_that_do_not_vary_are_refused(q, frames, words: str) -> None:
    with pytest.raises(InputError, match=words):
        interaction_basis(q, frames)
