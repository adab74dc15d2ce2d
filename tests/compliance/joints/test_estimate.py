"""The estimators against a massless hand whose compliance is known."""

from dataclasses import replace

import numpy as np
import pytest
from tests.compliance.sessions import JOINTS, MadeSession, made_session

from prehensile.compliance.joints.estimate import Estimate, estimate_compliance
from prehensile.compliance.joints.options import Options
from prehensile.compliance.joints.published import published_compliance
from prehensile.compliance.recorded.session import session_of
from prehensile.errors import InputError

MASSLESS = Options(inertia=False)


@pytest.fixture(scope="module")
def made() -> MadeSession:
    return made_session(seed=1, contacts=12, noise=1e-3, force_noise=0.004)


@pytest.fixture(scope="module")
def estimate(made) -> Estimate:
    return estimate_compliance(session_of(made.recording), MASSLESS)


def test_compliance_is_found_again_within_its_interval(made, estimate) -> None:
    low, high = estimate.interval(0.99).T
    for name in ("wrist_flex", "index_mcp_flex"):
        k = estimate.joints.index(name)
        assert estimate.reason[k] == "", name
        assert estimate.compliance[k] == pytest.approx(made.compliance[name], rel=0.12)
        assert low[k] < made.compliance[name] < high[k]


def test_joints_without_torque_have_a_reason(estimate) -> None:
    k = estimate.joints.index("index_mcp_abd")
    assert not estimate.reported[k] and "torque too small" in estimate.reason[k]
    assert np.isnan(estimate.compliance[k]) and not estimate.accepted[:, k].any()


def test_what_is_kept_is_a_hand(made, estimate) -> None:
    kept = estimate.hand_compliance()
    k = kept.joint_names.index("index_mcp_flex")
    assert kept.estimated[k] and kept.task == "explore"
    assert kept.diagonal[k] == estimate.compliance[estimate.joints.index("index_mcp_flex")]
    assert not kept.estimated[kept.joint_names.index("little_pip_flex")]
    assert np.nanmax(np.abs(estimate.force_correlation())) <= 1


def test_a_light_touch_says_nothing(made) -> None:
    recording = made.recording
    touch = recording.touches[2]
    plate = recording["plate"]
    rows = (plate.time > touch.onset - 0.01) & (plate.time < touch.end + 0.1)
    weak = plate.values.copy()
    weak[rows] *= 0.02
    found = estimate_compliance(
        session_of(recording.with_streams(replace(plate, values=weak))), MASSLESS
    )
    k = [w.touch.onset for w in found.windows].index(touch.onset)
    assert set(found.contact_reason[k]) == {"torque too small"}


def test_the_published_slopes_are_there_to_compare(made) -> None:
    found = published_compliance(session_of(made.recording), JOINTS, 1)
    assert found.shape[1] == 4 and len(found) > 9 and np.isfinite(found).all()


def test_forces_the_wrong_way_round_are_told(made) -> None:
    plate = made.recording["plate"]
    turned = made.recording.with_streams(replace(plate, values=-plate.values))
    with pytest.raises(InputError, match="direction"):
        estimate_compliance(session_of(turned), MASSLESS)


@pytest.mark.long
def test_parabolas_do_as_well_in_a_short_window(made) -> None:
    found = estimate_compliance(
        session_of(made.recording), Options(inertia=False, moves=False, prior=0)
    )
    k = found.joints.index("wrist_flex")
    assert found.compliance[k] == pytest.approx(made.compliance["wrist_flex"], rel=0.15)
