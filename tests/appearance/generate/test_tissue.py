"""Layers of skin: energy, limits, and what blood does to colour."""

import numpy as np
import pytest

from prehensile.appearance.generate.camera import encoded, seen
from prehensile.appearance.generate.spectra import WAVELENGTHS
from prehensile.appearance.generate.tissue import DORSAL, NAIL_BED, PALMAR, reflectance
from prehensile.appearance.generate.tissue import _covered as covered

KINDS = (DORSAL, PALMAR, NAIL_BED)
MEASURED = np.array([0.1584, 0.7786, 0.6072])


@pytest.mark.parametrize("tissue", KINDS)
def test_light_is_never_gained(tissue, rng):
    melanin, blood = rng.uniform(0, 1, 50), rng.uniform(0, 0.25, 50)
    found = reflectance(tissue, melanin, blood)
    assert found.shape == (50, 31)
    assert (found > 0).all() and (found < 1).all()


@pytest.mark.parametrize("tissue", KINDS)
def test_more_of_either_is_darker_everywhere(tissue):
    amounts = np.linspace(0.001, 0.2, 9)
    assert (np.diff(reflectance(tissue, np.full(9, 0.05), amounts), axis=0) < 0).all()
    assert (np.diff(reflectance(tissue, amounts, np.full(9, 0.05)), axis=0) < 0).all()


def test_two_layers_of_the_same_are_one_thicker():
    absorption, scattering, below = np.array([0.7]), np.array([20.0]), np.array([0.3])
    once = covered(below, absorption, scattering, 0.05)
    twice = covered(covered(below, absorption, scattering, 0.02), absorption, scattering, 0.03)
    np.testing.assert_allclose(once, twice, rtol=1e-12)


def test_a_deep_layer_hides_what_lies_below():
    absorption, scattering = np.array([2.0]), np.array([30.0])
    dark, light = (covered(np.array([b]), absorption, scattering, 2.0) for b in (0.0, 0.9))
    np.testing.assert_allclose(dark, light, rtol=1e-6)
    a = 1 + 2 * 2.0 / (0.75 * 30)
    np.testing.assert_allclose(dark, a - np.sqrt(a * a - 1), rtol=1e-6)


@pytest.mark.parametrize("tissue", KINDS)
def test_blood_takes_green_most_though_haemoglobin_absorbs_blue(tissue):
    less, more = encoded(seen(reflectance(tissue, np.full(2, 0.03), np.array([0.02, 0.08]))))
    way = np.log(less / more)
    way /= np.linalg.norm(way)
    assert way[1] > way[2] > way[0] > 0
    assert np.degrees(np.arccos(way @ MEASURED)) < 6


def test_grey_stays_grey_and_spectra_have_their_colour():
    np.testing.assert_allclose(seen(np.full((1, 31), 0.4)), 0.4)
    assert seen((WAVELENGTHS > 600).astype(float)).argmax() == 0


def test_encoding_is_that_of_the_standard():
    np.testing.assert_allclose(encoded(np.array([0.0, 0.002, 0.5, 1.0, 3.0])),
                               [0, 0.02584, 0.735357, 1, 1], atol=1e-6)  # fmt: skip
