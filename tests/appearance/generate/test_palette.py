"""Tabulated colours against spectra."""

import numpy as np

from prehensile.appearance.generate.camera import seen
from prehensile.appearance.generate.palette import palette_of
from prehensile.appearance.generate.tissue import DORSAL, reflectance


def test_a_palette_is_as_good_as_spectra(rng):
    melanin, blood = rng.uniform(0, 0.9, 400), rng.uniform(0.002, 0.2, 400)
    palette = palette_of(DORSAL)
    found = palette.color(palette.rows(melanin), blood.astype(np.float32))
    np.testing.assert_allclose(found, seen(reflectance(DORSAL, melanin, blood)), rtol=0.02)


def test_what_is_beyond_it_counts_as_its_edge():
    palette = palette_of(DORSAL)
    rows = palette.rows(np.array([0.1, 0.1, 5.0, 1.1]))
    found = palette.color(rows, np.array([-1.0, 0.0, 9.0, 0.25], np.float32))
    assert (found[0] == found[1]).all() and (found[2] == found[3]).all()
