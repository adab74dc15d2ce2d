"""Both routes to an endpoint stiffness."""

import numpy as np
import pytest

from prehensile.compliance.tip.endpoint import Endpoint
from prehensile.compliance.tip.perturbation import Perturbed
from prehensile.compliance.tip.pushes import Push
from prehensile.compliance.tip.routes import routes, second_order_rows
from prehensile.compliance.tip.tip_results import Pushed


def made(fits: tuple[Perturbed | None, ...]) -> Pushed:
    nothing = np.zeros((1, 2))
    up = np.array([0, 0, 1.0])
    lever = np.array([[0.0, 0], [0, 0], [0.1, 0.05]])
    push = Push(0.0, nothing[0], nothing[0], nothing[0], nothing[0], nothing, nothing, lever, up)
    ends = (Endpoint(80.0, 90.0), Endpoint(88.0, 95.0))
    return Pushed((push, push), None, ends, fits)  # type: ignore[arg-type]


def test_they_are_set_side_by_side() -> None:
    fit = Perturbed(0.017, 2.0, 60.0, 0.7, np.ones(4), 0.04, 0.01)
    found = made((fit, None))
    both = routes(found, np.array([1.0, 1.0]))
    assert both.joints == pytest.approx([80, 80]) and (both.held < 80).all()
    assert both.agreement == pytest.approx(0.05)
    assert both.agreement_published == pytest.approx(0.25)
    rows = second_order_rows(found, both)
    assert rows["m"] == 0.017 and rows["k published"] == 60.0
    assert rows["k pushed"] == pytest.approx(84) and rows["k_G"] == pytest.approx(80)


def test_one_mass_that_never_made_sense_has_no_rows() -> None:
    found = made((None, None))
    both = routes(found, np.array([1.0, 1.0]))
    assert both.agreement_published is None
    assert "m" not in second_order_rows(found, both)
