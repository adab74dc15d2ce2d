"""The joint fit on a massless hand: derivatives, the answer, and what an error does to it."""

import numpy as np
import pytest
from tests.compliance.sessions import JOINTS, TABLE, made_session

from prehensile.compliance.joints.joint_fit import Springs, fit_joints, fitted_slopes, score_gains
from prehensile.compliance.recorded.session import session_of
from prehensile.compliance.recorded.windows import contact_windows


@pytest.fixture(scope="module")
def fitted():
    made = made_session(seed=6, contacts=9, noise=4e-4, force_noise=0.002)
    windows = contact_windows(session_of(made.recording), JOINTS, 1.3, 0.4, from_rest=True)
    springs, kept = Springs(TABLE, 1.0), np.ones((len(windows), 4), bool)
    return made, springs, kept, fit_joints(windows, springs, kept)


def test_compliances_are_found_again(fitted) -> None:
    made, _, _, fit = fitted
    true = np.array([made.compliance[name] for name in JOINTS])
    assert fit.compliance[:2] == pytest.approx(true[:2], rel=0.06)
    assert (fit.ratio == 0).all() and fit.noise == pytest.approx(np.full(4, 4e-4), rel=0.15)


def test_at_the_solution_the_scores_cancel(fitted) -> None:
    _, _, _, fit = fitted
    left = fit.score.sum(0) + fit.prior * np.log(TABLE / fit.compliance)
    deviation = np.sqrt(np.diagonal(fit.information.sum(0)))
    assert (np.abs(left) / deviation < 0.5).all()


def test_gains_predict_the_answer_to_shifted_angles(fitted) -> None:
    """An error ε c τ of the wrist's angle makes its compliance ε larger, the others' not."""
    _, springs, kept, fit = fitted
    bent = fitted_slopes(fit, springs)[0]
    gains = score_gains(fit, springs, kept)
    moved = np.zeros(4)
    for contact, one, gain in zip(fit.contacts, bent, gains, strict=True):
        error = contact.at_bins(one) * [1.0, 0, 0, 0]
        moved += np.einsum("ptj,tj->p", gain, error)
    change = np.linalg.solve(fit.information.sum(0), moved)
    assert change == pytest.approx([1, 0, 0, 0], abs=0.02)
