"""One lookup for all of our own hands, from the cache; others have their own."""

from dataclasses import replace

import numpy as np
import pytest
from tests.appearance.toy import toy_model

from prehensile.appearance.bake import kept
from prehensile.cache import cache_folder
from prehensile.hand.hand import Hand
from prehensile.hand.spec import HandSpec
from prehensile.skin.hand_rig import hand_rig

MODEL = toy_model()


@pytest.fixture(autouse=True)
def _small(monkeypatch):
    monkeypatch.setattr(kept, "DEFAULT_SIZE", 256)
    kept._own.cache_clear()
    yield
    kept._own.cache_clear()


@pytest.mark.long
def test_our_own_hands_share_one():
    hands = [Hand(), HandSpec.mean("left").build()]
    found = [kept.kept_lookup(h, hand_rig(h, level), MODEL) for h in hands for level in (0, 1)]
    assert all(one is found[0] for one in found)


def test_another_rig_is_not_ours():
    rig = hand_rig(Hand(), 0)
    assert kept.is_own(rig) and rig.uv is not None
    moved = replace(rig, uv=np.float32(0.5) * rig.uv)
    assert not kept.is_own(moved) and not kept.is_own(replace(rig, uv=None))
    other = kept.kept_lookup(Hand(), moved, MODEL)
    assert not other.mask[128:].any(), "it follows the rig's own coordinates"


def test_it_is_baked_once(monkeypatch):
    rig = replace(
        hand_rig(Hand(), 0),
        weights=hand_rig(Hand(), 0).weights.copy(),
        uv=hand_rig(Hand(), 0).uv * np.float32(0.9),
    )
    first = kept.kept_lookup(Hand(), rig, MODEL)
    monkeypatch.setattr(kept, "_baked", None)
    again = kept.kept_lookup(Hand(), rig, MODEL)
    np.testing.assert_array_equal(again.st, first.st)
    with pytest.raises(TypeError):  # another mask: nothing kept fits
        kept.kept_lookup(Hand(), rig, replace(MODEL, mask=0.5 * MODEL.mask))


def test_a_damaged_file_is_made_again():
    rig = replace(hand_rig(Hand(), 0), uv=hand_rig(Hand(), 0).uv * np.float32(0.8))
    before = set((cache_folder() / "skin").iterdir())
    first = kept.kept_lookup(Hand(), rig, MODEL)
    (made,) = set((cache_folder() / "skin").iterdir()) - before
    made.write_bytes(b"not a file of ours")
    np.testing.assert_array_equal(kept.kept_lookup(Hand(), rig, MODEL).mask, first.mask)
