"""Every sensor of the catalogue watches a clip, describes itself, and keeps its promises."""

import json

import numpy as np
import pytest

from prehensile.capture.recording.stream import KINDS
from prehensile.capture.sensors.catalogue import CATALOGUE, sensor
from prehensile.capture.sensors.trials import grip_trial
from prehensile.errors import InputError, UnknownNameError

CLIP = grip_trial(np.random.default_rng(0), 0.04, 1.0)
ON_BODIES = ("zebra", "nano17", "torque_arm", "touch_pad", "tango", "tango_accelerometer")


@pytest.mark.parametrize("kind", CATALOGUE)
def test_it_watches_a_clip(kind) -> None:
    found = sensor(kind, **({"body": "tango"} if kind in ON_BODIES else {}))
    one, two = (found.observe(CLIP, np.random.default_rng(7)) for _ in range(2))
    assert one.kind in KINDS and one.name == found.name == kind
    assert one.rate_hz == found.rate_hz and one.delivery == CATALOGUE[kind].delivery
    assert one.time[0] == CLIP.time[0] and one.time[-1] <= CLIP.time[-1] + 1e-9
    assert np.array_equal(one.values, two.values, equal_nan=True)
    assert json.dumps(dict(one.sensor)) and set(found.errors()) <= set(one.sensor)
    assert repr(found).startswith(type(found).__name__)


@pytest.mark.parametrize("kind", CATALOGUE)
def test_a_single_frame_is_a_single_sample(kind) -> None:
    found = sensor(kind, **({"body": "tango"} if kind in ON_BODIES else {}))
    clip = CLIP.at_times(CLIP.time[:1])
    assert found.observe(clip, np.random.default_rng(7)).n_samples == 1


def test_unknown_names_and_settings_are_refused() -> None:
    with pytest.raises(UnknownNameError, match="zebra"):
        sensor("radar")
    with pytest.raises(InputError, match="colour"):
        sensor("fsr", colour="red")
