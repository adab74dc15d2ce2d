"""Each source of error has its own term."""

from dataclasses import replace

import numpy as np
import pytest
from tests.compliance.sessions import MadeSession, made_session

from prehensile.compliance.joints.estimate import estimate_compliance
from prehensile.compliance.joints.options import Options
from prehensile.compliance.joints.uncertainty import MODEL, Uncertainty
from prehensile.compliance.recorded.session import session_of

MASSLESS = Options(inertia=False)


def sure_of(made: MadeSession, gain: float = 0.0) -> Uncertainty:
    session = session_of(made.recording)
    load = session.loads["index"]._replace(gain_deviation=gain)
    found = estimate_compliance(replace(session, loads={"index": load}), MASSLESS)
    assert found.sure is not None
    assert found.deviation[np.isfinite(found.deviation)] == pytest.approx(
        np.sqrt(np.diagonal(found.sure.total))
    )
    return found.sure


def test_terms_are_covariances_and_add_up() -> None:
    sure = sure_of(made_session(seed=8, contacts=6, noise=5e-4, force_noise=0.004))
    for name, term in zip(sure._fields, sure, strict=True):
        assert np.linalg.eigvalsh(term)[0] > -1e-9, name
    assert np.allclose(sure.model, MODEL**2 * np.eye(len(sure.model)))
    assert (sure.sensor_gain == 0).all() and (sure.forearm == 0).all()
    # 1 mm of a lever arm of 30 to 180 mm.
    assert 0.003 < np.sqrt(sure.shared[0, 0]) < 0.03


def test_a_noisier_sensor_widens_its_own_term() -> None:
    quiet, loud = (
        sure_of(made_session(seed=8, contacts=6, noise=5e-4, force_noise=size))
        for size in (0.002, 0.008)
    )
    ratio = np.sqrt(loud.force[0, 0] / quiet.force[0, 0])
    assert ratio == pytest.approx(4.0, rel=0.3)


def test_a_gain_goes_one_to_one_into_every_compliance() -> None:
    sure = sure_of(made_session(seed=8, contacts=6, noise=5e-4, force_noise=0.004), gain=0.1)
    assert sure.sensor_gain == pytest.approx(np.full_like(sure.sensor_gain, 0.01))
