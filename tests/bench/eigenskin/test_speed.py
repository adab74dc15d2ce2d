"""The clock is held to the right thing; how fast it is, the bench says."""

from dataclasses import replace

import pytest
from tests.skin.made_eigenskin import made_eigenskin

from prehensile.bench.eigenskin import speed
from prehensile.bench.eigenskin.speed import eigenskin_speed
from prehensile.hand.hand import Hand
from prehensile.skin.own_rig import own_rig


def test_both_are_timed_where_there_are_corrections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed, "REPEATS", 5)
    rig = own_rig(Hand(), 0, fitted=made_eigenskin())
    found = eigenskin_speed(rig, Hand())
    blend, eigen = found["blend_us_56k"], found["eigenskin_us_56k"]
    assert blend and eigen
    assert 0 < blend < eigen < 1e5
    assert eigenskin_speed(replace(rig, corrections=None), Hand())["eigenskin_us_56k"] is None
