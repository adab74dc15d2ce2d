"""The configuration is pinned: change it with a line in the changelog, and this digest."""

import json

import pytest

from prehensile.capture.lab.config import CONFIGURATION, digest, printed, watcher
from prehensile.errors import UnknownNameError

DIGEST = "ff597c2199c1f349"


def test_nobody_changed_it():
    assert digest() == DIGEST


def test_it_prints_every_number():
    told = json.loads(json.dumps(printed()))
    assert told["markers"]["sensor"]["noise"] == 0.3e-3  # ERRATA
    assert told["markers"]["sensor"]["gap_s"] == [0.01, 0.1]
    assert told["torque_arm"]["imperfections"]["drift_ppm"] == 20
    assert told["torque_arm"]["sensor"]["gauges"]["bits"] == 10
    assert set(told) == set(CONFIGURATION)


def test_an_unknown_sensor_is_named():
    with pytest.raises(UnknownNameError, match="torque_arm"):
        watcher("nix")
