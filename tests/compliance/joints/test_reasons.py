"""Every reason for which a contact says nothing, made on purpose."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from tests.compliance.sessions import JOINTS, MadeSession, made_session

from prehensile.capture.recording.stream import CLIPPED
from prehensile.compliance.joints import reasons as why
from prehensile.compliance.joints.reasons import Alone, first_reasons, more_reasons
from prehensile.compliance.recorded.session import Session, session_of
from prehensile.compliance.recorded.windows import contact_windows, joints_to


@pytest.fixture(scope="module")
def made() -> MadeSession:
    return made_session(seed=3, contacts=4, noise=1e-3, force_noise=0.004)


def reasons_of(session: Session, **fields) -> np.ndarray:
    return first_reasons(session, contact_windows(session, JOINTS, 0.3, 0.2), JOINTS, **fields)


def test_a_usual_contact_has_none(made) -> None:
    assert (reasons_of(session_of(made.recording)) == "").all()


def test_saturated_samples(made) -> None:
    plate, touch = made.recording["plate"], made.recording.touches[1]
    flags = plate.flags.copy()
    flags[(plate.time > touch.onset - 0.2) & (plate.time < touch.onset + 0.1)] = CLIPPED
    found = reasons_of(session_of(made.recording.with_streams(replace(plate, flags=flags))))
    assert set(found[1]) == {why.LOST} and (found[0] == "").all()


def test_torque_too_small(made) -> None:
    plate, touch = made.recording["plate"], made.recording.touches[2]
    values = plate.values.copy()
    values[(plate.time > touch.onset - 0.01) & (plate.time < touch.end + 0.1)] *= 0.02
    found = reasons_of(session_of(made.recording.with_streams(replace(plate, values=values))))
    assert set(found[2]) == {why.WEAK}


def test_a_joint_at_the_end_of_its_range(made) -> None:
    session = session_of(made.recording)
    q = session.motion.q.copy()
    k = session.hand.joint_index("index_pip_flex")
    q[:, k] = session.hand.lower[k] + 0.005
    found = reasons_of(replace(session, motion=replace(session.motion, q=q)))
    assert set(found[:, JOINTS.index("index_pip_flex")]) == {why.END}
    assert set(found[:, JOINTS.index("index_mcp_flex")]) == {""}


def test_a_neighbour_that_lands_in_between_leaves_out_what_both_share(made) -> None:
    session = session_of(made.recording)
    load = session.loads["index"]
    other = load._replace(place=load.place._replace(segment="middle-finger-phalanx-distal"))
    touch = session.touches[0]
    later = touch._replace(contact="middle", onset=touch.onset + 0.05)
    both = replace(session, loads={"index": load, "middle": other}, touches=(touch, later))
    found = reasons_of(both)
    assert found[0, JOINTS.index("wrist_flex")] == why.NEIGHBOUR
    assert found[0, JOINTS.index("index_mcp_flex")] == ""
    assert (reasons_of(both, neighbours=False) == "").all()
    assert "index_mcp_flex" not in joints_to(session.hand, "middle-finger-phalanx-distal")


def fit_of(roughness: np.ndarray, released: np.ndarray) -> SimpleNamespace:
    """What `more_reasons` reads of a fit."""
    contacts = [SimpleNamespace(window=SimpleNamespace(released=one)) for one in released]
    return SimpleNamespace(roughness=roughness, noise=np.array([1e-3]), contacts=contacts)


def test_what_only_the_fit_tells() -> None:
    """Ten contacts, of which one is negative, one far off, one rough, one without information."""
    ratio, spread = np.ones((10, 1)), np.full((10, 1), 0.05)
    ratio[:, 0] += 0.02 * np.arange(10) / 10
    ratio[1], ratio[2], spread[4] = -2.0, 3.0, 1.0
    roughness = np.full((10, 1), 1e-7)
    roughness[3] = 1e3
    fit = fit_of(roughness, np.zeros(10, bool))
    reasons = np.full((10, 1), "", dtype=object)
    assert more_reasons(fit, Alone(ratio, spread), reasons)  # type: ignore[arg-type]
    assert [reasons[k, 0] for k in (1, 2, 3, 4)] == [why.NEGATIVE, why.OTHER, why.TURNS, why.TURNS]
    assert (reasons[[0, 5, 6, 7, 8, 9], 0] == "").all()


def test_onsets_are_not_measured_by_releases() -> None:
    """Releases tell ten times as much; of each kind the last says little beside its like."""
    spread = np.array([*[0.2] * 5, 0.9, *[0.06] * 5, 0.27])[:, None]
    fit = fit_of(np.full((12, 1), 1e-7), np.arange(12) > 5)
    reasons = np.full((12, 1), "", dtype=object)
    more_reasons(fit, Alone(np.ones((12, 1)), spread), reasons)  # type: ignore[arg-type]
    assert np.flatnonzero(reasons[:, 0] == why.TURNS).tolist() == [5, 11]
