import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.forks.models.shipped import shipped
from prehensile.forks.reduced.blend import Blend
from prehensile.forks.reduced.blended_simulation import BlendedSimulation
from prehensile.forks.reduced.model import reduce
from prehensile.forks.reduced.simulation import ReducedSimulation


@pytest.mark.parametrize("kind", ["reduced", "blended"])
def test_wrenches_that_do_not_fit_are_refused_by_every_simulation(kind):
    mechanism = shipped("arm")
    model = reduce(mechanism, mechanism.effectors[:1])
    simulation = (
        ReducedSimulation(model, 1 / 240)
        if kind == "reduced"
        else BlendedSimulation(Blend.around(model, 0.1), 1 / 240)
    )
    with pytest.raises(InputError, match=r"shape \(2, 6\); expected \(1, 6\)"):
        simulation.step(np.zeros((2, 6)))
    with pytest.raises(InputError, match="not finite"):
        simulation.step(np.full((1, 6), np.nan))
    assert np.isfinite(simulation.step()).all()
