"""Spectra that the generator carries, against where they come from."""

import numpy as np

from prehensile.appearance.generate.spectra import (
    WAVELENGTHS,
    baseline_absorption,
    blood_absorption,
    lamp,
    melanin_absorption,
    spectra,
    srgb_response,
)


def test_formulas_are_those_of_the_tables(reference_data):
    file = reference_data("optics") / "skin_absorption_simpa_per_cm.csv"
    table = np.loadtxt(file, delimiter=",", skiprows=1).T
    seen = (table[0] >= 450) & (table[0] <= 700)
    np.testing.assert_allclose(melanin_absorption(table[0][seen]), table[3][seen], rtol=0.01)
    np.testing.assert_allclose(baseline_absorption(table[0][seen]), table[4][seen], rtol=1e-3)


def test_bands_are_means_of_the_tables(reference_data):
    file = reference_data("optics") / "hemoglobin_extinction_prahl.csv"
    table = np.loadtxt(file, delimiter=",", skiprows=1).T
    at = WAVELENGTHS == 550
    near = np.interp(550 + np.arange(-5, 6), table[0], table[1]).mean()
    np.testing.assert_allclose(spectra().oxygenated[at], near * np.log(10) * 150 / 64500, rtol=1e-4)


def test_blood_is_a_mixture():
    full, bare = blood_absorption(1.0), blood_absorption(0.0)
    np.testing.assert_allclose(blood_absorption(0.3), 0.3 * full + 0.7 * bare)
    assert full[WAVELENGTHS == 650] < bare[WAVELENGTHS == 650]  # arterial blood is the redder


def test_a_warmer_lamp_is_redder():
    assert lamp(3000)[-1] / lamp(3000)[0] > lamp(6500)[-1] / lamp(6500)[0]
    assert lamp(5000)[15] == 1


def test_srgb_sees_its_own_colours():
    at = [int(np.argmin(np.abs(WAVELENGTHS - w))) for w in (610, 540, 450)]
    assert list(srgb_response()[:, at].argmax(axis=0)) == [0, 1, 2]
