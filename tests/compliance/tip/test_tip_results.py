"""What a recording tells of a fingertip, set beside the lab's truth."""

import json

import numpy as np
import pytest

from prehensile.capture.recording.recording import Recording
from prehensile.compliance.tip.endpoint import endpoint
from prehensile.compliance.tip.tip_results import tip_results


def test_a_platform_is_recognised(perturbed) -> None:
    recording, truth = perturbed
    found = tip_results(recording)
    assert found is not None and found.pushed is not None and found.pressed is None
    names = truth.clip.hands[0].joint_names
    c = np.array([truth.compliance[name] for name in names])
    for push, mine in zip(found.pushed.pushes, found.pushed.endpoints, strict=True):
        assert mine.free == pytest.approx(endpoint(push.lever, push.normal, c).free, rel=0.15)
        assert mine.held > mine.free
    told = found.to_json()["pushed"]
    assert json.dumps(told) and told["pushes"] >= 2
    assert set(told["compliance"]) >= {"wrist_flex", "index_dip_flex"}
    shown = dict(found.rows())
    assert shown["pushes"] == str(told["pushes"])
    assert shown["stiffness 1/(nᵀCn), free sideways"] == f"{told['stiffness_free']:.0f} N/m"


def test_a_pad_is_recognised(pressed) -> None:
    found = tip_results(pressed.recording)
    assert found is not None and found.pressed is not None and found.pushed is None
    law = pressed.truth.laws["fingerpad"]
    assert found.pressed.loading.young() == pytest.approx(law["young_Pa"], rel=0.25)
    assert found.pressed.unloading.young() > found.pressed.loading.young()
    assert found.pressed.young_by_press.shape == (2, 2)
    told = found.to_json()["pressed"]
    assert told["root_compliance"] == pytest.approx(1 / told["stiffness_2N"])
    assert json.dumps(told)
    assert dict(found.rows())["pad's stiffness at 2 N"].endswith("kN/m")


def test_other_recordings_tell_nothing(pressed) -> None:
    own = pressed.recording
    streams = tuple(own[name] for name in own.names if name != "plank_pose")
    assert tip_results(Recording(streams, contacts=own.contacts, hand=own.hand)) is None
