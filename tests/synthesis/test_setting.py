"""What a setting refuses, and what a state keeps."""

import numpy as np
import pytest

from prehensile.bench.synthesis.analytic import NOTHING
from prehensile.errors import InputError
from prehensile.synthesis.setting import Reference, Setting, State


@pytest.mark.parametrize(
    ("option", "says"),
    [
        ({"sides": 5}, "even"),
        ({"timestep": 0.0}, "time step"),
        ({"damping": -1.0}, "damping"),
        ({"pad": -1e-3}, "skin"),
        ({"skin": np.nan}, "skin"),
    ],
)
def test_bad_settings(option: dict, says: str) -> None:
    with pytest.raises(InputError, match=says):
        Setting(NOTHING, (), **option)


def test_a_state_cannot_be_changed() -> None:
    state = State.at_rest(Reference(np.ones(3), np.eye(4)), np.eye(4)[None])
    assert (state.theta == 1).all() and not state.phi.any()
    with pytest.raises(ValueError, match="read-only"):
        state.theta[0] = 2
    off = State.at_rest(state.reference, state.T_bodies, np.zeros(3))
    assert not off.theta.any()
