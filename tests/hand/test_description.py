"""A hand comes back from its description, whichever of the two kinds it is."""

import json

import numpy as np
import pytest
from tests.hand.tiny_hand import mapping_of, tiny_hand

from prehensile.errors import InputError
from prehensile.hand.description import hand_from_json
from prehensile.hand.hand import Hand
from prehensile.hand.loaded.hand import LoadedHand
from prehensile.hand.loaded.load import load_hand
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.forward import segment_transforms


def _again(hand: Hand) -> Hand:
    return hand_from_json(json.loads(json.dumps(hand.spec.to_json())))


def _same_places(one: Hand, other: Hand, rng: np.random.Generator) -> None:
    q = rng.uniform(one.lower, one.upper)
    here, there = segment_transforms(one, q), segment_transforms(other, q)
    assert list(here) == list(there)
    for name, T in here.items():
        np.testing.assert_array_equal(there[name], T)


@pytest.mark.parametrize(
    "spec", [HandSpec.mean("left"), HandSpec.at_percentile(5), HandSpec.sample(4)]
)
def test_our_own_hands_stand_as_before(spec: HandSpec, rng: np.random.Generator) -> None:
    hand = spec.build()
    again = _again(hand)
    assert type(again) is Hand and again.spec == hand.spec
    _same_places(hand, again, rng)


def test_a_loaded_hand_stays_a_loaded_one(tmp_path, rng: np.random.Generator) -> None:
    path = tmp_path / "tiny.xml"
    path.write_text(tiny_hand(couple_dip=True))
    hand = load_hand(path, mapping_of())
    path.unlink()  # all that is needed is in the description
    again = _again(hand)
    assert isinstance(again, LoadedHand) and again.spec == hand.spec
    _same_places(hand, again, rng)


@pytest.mark.parametrize("data", [{"kind": "prehensile.cat/1"}, {}, [], None, "right"])
def test_what_describes_no_hand_is_refused(data) -> None:
    with pytest.raises(InputError, match="hand"):
        hand_from_json(data)
