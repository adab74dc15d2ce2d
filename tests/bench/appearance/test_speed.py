from dataclasses import replace

from tests.appearance.model.test_law import law_of
from tests.appearance.toy import toy_model

from prehensile.bench.appearance import ELSEWHERE, REFERENCE
from prehensile.bench.appearance.real import KEYS
from prehensile.bench.appearance.speed import eval_us


def test_ten_fingers_take_microseconds(rng):
    model = replace(toy_model(), law=law_of(rng, centres=40))
    assert 0 < eval_us(model) < 500


def test_every_figure_says_what_is_to_be_reached():
    assert set(KEYS) | set(ELSEWHERE) <= set(REFERENCE)
