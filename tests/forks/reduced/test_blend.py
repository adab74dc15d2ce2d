import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.forks.measure.accuracy import (
    Pulled,
    full_state,
    pull,
    pulled,
    static_error,
    violation,
)
from prehensile.forks.models.shipped import shipped
from prehensile.forks.reduced.blend import Blend
from prehensile.forks.reduced.model import ReducedModel, reduce
from prehensile.forks.reduced.static_pose import static_coordinates
from prehensile.forks.statics.equilibrium import equilibrium

DIRECTIONS = np.array([[1.0, 0.4, -0.3], [-0.2, 1.0, 0.8], [0.5, -0.7, 0.6]])


def single(name: str) -> ReducedModel:
    mechanism = shipped(name)
    return reduce(mechanism, mechanism.effectors[:1])


def test_it_is_exact_at_its_anchors() -> None:
    model = single("arm")
    load = pulled(model, DIRECTIONS[0], 0.1)
    blend = Blend(model, [load.wrench])
    assert np.abs(blend.poses(blend.anchors[1].z) - load.state.T_world).max() < 1e-6
    z = static_coordinates(blend, load.wrench)
    assert np.abs(blend.poses(z) - load.state.T_world).max() < 1e-6


def test_slopes_at_an_anchor_are_those_of_the_full_mechanism() -> None:
    model = single("arm")
    wrench = pull(model, DIRECTIONS[0], 0.1)
    blend = Blend(model, [wrench])
    row = model.linearisation.rows[0]
    step = 1e-3 * np.linalg.norm(wrench)
    for k in range(3):
        more = np.zeros_like(wrench)
        more[0, k] = step
        ahead, behind = (
            blend.poses(static_coordinates(blend, wrench + s * more))[row, :3, 3] for s in (1, -1)
        )
        slope = (ahead - behind) / (2 * step)
        start = model.linearisation.state
        loads = [start.load.copy() for _ in range(2)]
        for s, load in zip((1, -1), loads, strict=True):
            load[row] = wrench[0] + s * more[0]
        full = [equilibrium(model.mechanism, load).T_world[row, :3, 3] for load in loads]
        assert np.allclose(slope, (full[0] - full[1]) / (2 * step), rtol=1e-3, atol=1e-9)


@pytest.mark.parametrize("name", ["helix50", "ladder", "y", "arm", "hand"])
def test_it_brings_five_percent_loads_within_three_percent(name: str) -> None:
    model = single(name)
    blend = Blend.around(model, 0.05 * model.mechanism.radius)
    loads = [pulled(model, d, 0.05) for d in DIRECTIONS]
    plain = max(static_error(model, load) for load in loads)
    blended = max(static_error(blend, load) for load in loads)
    assert plain < 0.12 and blended < 0.03
    assert blended < plain


def test_joints_hold_together_far_from_rest() -> None:
    model = single("helix50")
    blend = Blend.around(model, 0.3 * model.mechanism.radius)
    for d in DIRECTIONS:
        assert violation(blend, d, 0.3).error < violation(model, d, 0.3).error
        closed = violation(blend, d, 0.3, stretch=True)
        assert closed.error < 0.03 and closed.stretch < 0.05


def test_weights_sum_to_one_and_favour_the_nearest() -> None:
    blend = Blend.around(single("arm"), 0.05)
    for k, anchor in enumerate(blend.anchors):
        w = blend.weights(anchor.z)
        assert w.sum() == pytest.approx(1) and w[k] > 0.999


def test_a_load_of_the_wrong_shape_is_refused() -> None:
    with pytest.raises(InputError, match="anchor's load"):
        Blend(single("arm"), [np.zeros(6)])


def test_on_the_way_to_a_load_it_is_exact_at_half_and_all_of_it() -> None:
    model = single("arm")
    wrench = pull(model, DIRECTIONS[0], 0.4)
    blend = Blend.on_the_way(model, wrench)
    for share in (-1.0, -0.5, 0.5, 1.0):
        load = Pulled(share * wrench, full_state(model, share * wrench))
        assert static_error(blend, load) < 1e-6
        assert static_error(model, load) > 1e-3
    between = Pulled(0.75 * wrench, full_state(model, 0.75 * wrench))
    assert static_error(blend, between) < static_error(model, between)
