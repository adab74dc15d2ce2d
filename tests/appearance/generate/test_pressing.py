"""Where blood goes: nothing without force, the tip paler with more, never below none."""

import numpy as np
import pytest

from prehensile.appearance.generate.frame import PAD_MIDDLE_MM, frame
from prehensile.appearance.generate.load import Load, flat_load
from prehensile.appearance.generate.outline import finger_inside, nail_of
from prehensile.appearance.generate.person import person_of
from prehensile.appearance.generate.pressing import BackBlood, PadBlood

AT = frame(96)


@pytest.fixture(params=range(5))
def person(request):
    return person_of(np.random.default_rng([request.param, 0]))


@pytest.mark.parametrize("kind", [BackBlood, PadBlood])
def test_no_force_no_change_and_never_less_than_none(kind, person, rng):
    law = kind(person, AT, rng)
    assert not law.change(Load(0.0)).any()
    for force in (0.2, 2.0, 10.0, 100.0):
        change = law.change(flat_load(force, person.patch, *rng.uniform(-3, 3, 2)))
        assert np.isfinite(change).all()
        assert change.min() > -1 and change.max() < 3


def test_the_nail_whitens_from_its_tip_upward(person, rng):
    law, nail = BackBlood(person, AT, rng), nail_of(person, AT)
    plate = (nail.inside > 0.8) & (np.abs(nail.u) < 0.6)
    tip, middle = plate & (nail.v > 0.5), plate & (np.abs(nail.v) < 0.3)
    low, *_, high = changes = [law.change(flat_load(f, person.patch)) for f in (2, 4, 8, 16)]
    means = [c[tip].mean() for c in changes]
    assert (np.diff(means) < 0).all()
    assert low[tip].mean() < low[middle].mean() - 0.1
    assert high[middle].mean() < low[middle].mean() - 0.1


def test_blood_gathers_behind_the_cuticle(person, rng):
    law, nail = BackBlood(person, AT, rng), nail_of(person, AT)
    behind = (nail.v < -1.15) & (nail.v > -1.6) & (np.abs(nail.u) < 0.5)
    weak, strong = (law.change(flat_load(f, person.patch))[behind].mean() for f in (3, 12))
    assert 0 < weak < strong


def test_the_pad_whitens_under_the_patch_and_flushes_round_it(person, rng):
    law = PadBlood(person, AT, rng)
    inside = finger_inside(person, AT) > 0.05
    far = np.hypot(AT.x, AT.y - PAD_MIDDLE_MM)
    areas = []
    for force in (0.5, 2.0, 10.0):
        change = law.change(flat_load(force, person.patch))
        assert change[far < 1].mean() < -0.05
        areas.append((change < -0.2).sum())
        assert change[inside & (far > 4)].max() > 0
    assert areas[0] < areas[1] < areas[2]


def test_the_patch_follows_the_centre_of_pressure(person, rng):
    law = PadBlood(person, AT, rng)
    for along, across in ((3.0, 0.0), (0.0, 3.0)):
        gone = -law.change(flat_load(4.0, person.patch, along, across)).clip(None, 0)
        middle = np.array([(gone * AT.x).sum(), (gone * AT.y).sum()]) / gone.sum()
        # Seen from the other side than the nail: what lies to the right there is left here.
        np.testing.assert_allclose(middle, [-across, PAD_MIDDLE_MM + along], atol=0.6)
    edge = law.change(flat_load(4.0, person.patch)._replace(spread=0.8))
    flat = law.change(flat_load(4.0, person.patch))
    assert (edge < -0.3).sum() < (flat < -0.3).sum()


def test_a_roll_to_one_side_whitens_that_side_of_the_nail(rng):
    person = person_of(np.random.default_rng([0, 0]))
    law, nail = BackBlood(person, AT, rng), nail_of(person, AT)
    plate = (nail.inside > 0.5) & (np.abs(nail.v) < 0.6)
    right, left = (law.change(flat_load(3.0, person.patch, 0.0, a)) for a in (3.0, -3.0))
    assert (right - left)[plate & (nail.u > 0.3)].mean() < -0.05
    assert (right - left)[plate & (nail.u < -0.3)].mean() > 0.05
