import numpy as np
import pytest

from prehensile.forks.reduced.hand_rest import HandRest
from prehensile.hand.hand import Hand
from prehensile.kinematics.forward import segment_transforms


@pytest.mark.parametrize("plain", ["0", "1"])
def test_a_hands_rest_is_its_forward_kinematics(
    monkeypatch: pytest.MonkeyPatch, rng: np.random.Generator, plain: str
) -> None:
    monkeypatch.setenv("PREHENSILE_PLAIN", plain)
    hand = Hand()
    q = rng.uniform(hand.lower, hand.upper)
    right = np.stack(list(segment_transforms(hand, q).values()))
    assert np.allclose(HandRest(hand)(q), right, atol=1e-12)
