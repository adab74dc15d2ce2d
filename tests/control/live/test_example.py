"""The numbers an animator may change know what the controller would refuse."""

from dataclasses import replace

import pytest

from prehensile.control.law.gains import EVERYDAY, Gains
from prehensile.control.law.squeeze import ForceSqueeze
from prehensile.control.live.example import ExampleSettings
from prehensile.errors import InputError
from prehensile.hand.hand import Hand

HAND = Hand()


@pytest.mark.parametrize("grip", [None, 1.0, 20.0, 1000.0])
@pytest.mark.parametrize("gains", [EVERYDAY, Gains()])
def test_settings_know_what_the_squeeze_would_refuse(grip, gains):
    settings = replace(ExampleSettings(), grip=grip, gains=gains)
    refused = False
    if grip is not None:
        try:
            ForceSqueeze(HAND, grip).check(gains)
        except InputError:
            refused = True
    assert settings.strong_enough != refused
