import csv
import json

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.hand import anthropometry as a
from prehensile.hand.joints import DIGITS


def test_bone_lengths_are_the_published_ones(reference_data):
    published = json.loads(reference_data("anthropometry.json").read_text("utf-8"))
    for i, digit in enumerate(DIGITS):
        for j, bone in enumerate(a.BONES):
            mean, sd = published[digit].get(bone, (0, 0))
            assert (a.BONE_MEAN_MM[i, j], a.BONE_SD_MM[i, j]) == (mean, sd), (digit, bone)


def test_breadths_are_the_published_ratios(reference_data):
    path = reference_data("hand_facts", "segment_breadth_ratios_of_hand_breadth.csv")
    rows = list(csv.reader(path.read_text("utf-8").splitlines()))[1:]
    assert [row[0] for row in rows] == list(DIGITS)
    table = [[float(v or 0) for v in row[1:]] for row in rows]
    np.testing.assert_array_equal(a.BREADTH_OF_HAND_BREADTH, table)


def test_phalanx_masses_are_the_published_ones(reference_data):
    path = reference_data("hand_facts", "myohand_segment_mass_kg.csv")
    mass = {row["body"]: float(row["mass_kg"]) for row in csv.DictReader(path.open())}
    thumb = [mass["firstmc"], mass["proximal_thumb"], 0, mass["distal_thumb"]]
    fingers = [[0, mass[f"proxph{n}"], mass[f"midph{n}"], mass[f"distph{n}"]] for n in (2, 3, 4, 5)]
    np.testing.assert_allclose(a.PHALANX_MASS_KG, [thumb, *fingers], atol=1e-6)


def test_the_median_is_the_mean_and_percentiles_are_normal_ones():
    lengths, breadth = a.percentile_lengths(50)
    np.testing.assert_allclose(lengths * 1e3, a.BONE_MEAN_MM)
    assert breadth == pytest.approx(0.079)
    lengths, breadth = a.percentile_lengths(97.5)
    np.testing.assert_allclose(lengths * 1e3, a.BONE_MEAN_MM + 1.959964 * a.BONE_SD_MM, rtol=1e-6)
    assert breadth == pytest.approx(0.079 + 1.959964 * 0.007)


@pytest.mark.parametrize("percentile", [0, 100, -5, 3000, float("nan")])
def test_impossible_percentiles_are_refused(percentile):
    with pytest.raises(InputError, match=r"give a number from 0\.1 to 99\.9"):
        a.percentile_lengths(percentile)


def test_samples_have_the_published_mean_and_spread_and_the_stated_correlation(rng):
    samples = [a.sampled_lengths(rng) for _ in range(4000)]
    lengths = np.array([s[0] for s in samples]) * 1e3
    breadth = np.array([s[1] for s in samples]) * 1e3
    sd = a.BONE_SD_MM
    # The standard error of the mean is 0.016 SD; cutting at 2.5 SD takes 1.7 % off the spread.
    assert np.abs(lengths.mean(0) - a.BONE_MEAN_MM).max() < 0.08 * sd.max()
    bones = sd > 0
    np.testing.assert_allclose(lengths.std(0)[bones], sd[bones], rtol=0.05)
    assert breadth.mean() == pytest.approx(a.BREADTH_MEAN_MM, abs=0.5)
    assert breadth.std() == pytest.approx(a.BREADTH_SD_MM, rel=0.05)
    correlation = np.corrcoef(np.column_stack([lengths[:, bones], breadth]).T)
    off_diagonal = correlation[~np.eye(len(correlation), dtype=bool)]
    assert np.abs(off_diagonal - a.SIZE_SHARE).max() < 0.05
    z = (lengths[:, bones] - a.BONE_MEAN_MM[bones]) / sd[bones]
    assert np.abs(z).max() <= a.MAX_DEVIATIONS + 1e-9
