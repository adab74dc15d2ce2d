"""One contact: a reference of minimum jerk under a known bend."""

import numpy as np
import pytest
from tests.compliance.sessions import JOINTS, made_session

from prehensile.compliance.joints.contact_fit import ContactFit
from prehensile.compliance.recorded.session import session_of
from prehensile.compliance.recorded.windows import contact_windows


@pytest.fixture(scope="module")
def known():
    """A contact, what bent it by the truth on its grid, and its noise."""
    made = made_session(seed=5, contacts=2, noise=3e-4, force_noise=0.002)
    session = session_of(made.recording)
    window = contact_windows(session, JOINTS, 1.3, 0.4, from_rest=True)[0]
    contact = ContactFit(window, moves=True)
    c = np.array([made.compliance[name] for name in JOINTS])
    at = window.touch.onset + contact.grid
    columns = [session.hand.joint_index(name) for name in JOINTS]
    reference = np.stack([np.interp(at, session.time, made.reference[:, k]) for k in columns], 1)
    return contact, c * contact.torque, np.full(4, 3e-4**2), reference


def test_the_reference_is_found_under_the_bend(known) -> None:
    contact, bent, noise, reference = known
    contact.guess_timing(bent, noise)
    for _ in range(12):
        contact.solve(bent, noise, np.eye(4), np.full(4, 1e-4))
    inside = (contact.grid > contact.t[0]) & (contact.grid < contact.t[-1])
    found = contact.reference(contact.grid[inside])
    assert np.abs(found - reference[inside]).max() < 4e-3
    assert np.sqrt((contact.left(bent) ** 2).mean()) < 3 * 3e-4


def test_noise_is_read_from_steps() -> None:
    made = made_session(seed=5, contacts=2, noise=4e-3)
    for window in contact_windows(session_of(made.recording), JOINTS, 1.3, 0.4, from_rest=True):
        steps = ContactFit(window, moves=True).noise_steps()
        assert 1.4826 * np.median(np.abs(steps)) == pytest.approx(4e-3, rel=0.2)


def test_gain_is_the_score_of_an_error(known, rng) -> None:
    """The score is linear in the angles: its change by an error is the gain's."""
    contact, bent, noise, _ = known
    slopes = bent[..., None] * np.eye(4)
    rho, kept = np.full(4, 1e-3), np.array([True, True, False, True])
    gain = contact.gain(slopes, noise, np.eye(4), rho, kept)
    before = contact.normal(bent, slopes, noise, np.eye(4), rho, kept)[1]
    error, y = 1e-3 * rng.normal(size=contact.y.shape), contact.y
    contact.y = y + error
    after = contact.normal(bent, slopes, noise, np.eye(4), rho, kept)[1]
    contact.y = y
    assert np.allclose(after - before, np.einsum("ptj,tj->p", gain, error), rtol=1e-6)
    assert (gain[:, :, 2] == 0).all()
    information = contact.normal(bent, slopes, noise, np.eye(4), rho, kept)[0]
    assert np.linalg.eigvalsh(0.5 * (information + information.T))[0] > -1e-6
