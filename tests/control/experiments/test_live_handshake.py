"""Two hands that are told: at ease in the air, firm when they come to hold each other."""

import pytest

from prehensile.control.experiments.handshake import FIRM
from prehensile.control.experiments.live_handshake import LiveHandshake
from prehensile.control.law.gains import HANDSHAKE
from prehensile.errors import InputError
from prehensile.hand.spec import HandSpec


def strengths(live):
    return [controller.law.gains.strength for controller in live._controllers]


def test_a_hand_is_as_strong_as_was_asked_only_where_it_holds_another():
    live = LiveHandshake()
    at_ease = strengths(live)
    live.set(0.1, 2.0, True)
    assert strengths(live) == at_ease
    live.shake()
    assert live.doing == "come"
    assert strengths(live) == pytest.approx([2 * s for s in at_ease])
    live.again()
    assert strengths(live) == at_ease
    live.wave()
    assert live.doing == "wave" and strengths(live) == at_ease
    assert {c.law.gains.stiffness for c in live._controllers} == {HANDSHAKE.stiffness}


def test_a_light_hand_has_the_stronger_springs():
    live = LiveHandshake(host=HandSpec.mean().build())
    live.shake()
    host, guest = strengths(live)
    assert host == pytest.approx(FIRM.strength) and guest > 1.1 * host


def test_a_left_host_is_refused():
    with pytest.raises(InputError, match="right hands"):
        LiveHandshake(host=HandSpec.mean(side="left").build())
