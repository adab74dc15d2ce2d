"""The statistics of the closed form on a smaller sample, beside the paper's Tables 1 to 5."""

import numpy as np
import pytest

from prehensile.figures._published import DIP, LAMBDA, LAMBDA_BY_FINGER, OVER_PI, PIP
from prehensile.kinematics.ik.anchor_table import ANCHORS_OVER_PI, anchor_table


@pytest.fixture(scope="module")
def table():
    return anchor_table(1000, 100, seed=1)


def test_rows_are_the_papers(table):
    assert [row["theta_u_over_pi"] for row in table] == list(ANCHORS_OVER_PI) == list(OVER_PI)


@pytest.mark.parametrize("k", range(len(OVER_PI)))
def test_means_of_table_1(table, k):
    assert table[k]["pip_mean_mm"] == pytest.approx(PIP.all_fingers[k][0], rel=0.15)
    assert table[k]["dip_mean_mm"] == pytest.approx(DIP.all_fingers[k][0], rel=0.15)


@pytest.mark.parametrize("finger", LAMBDA.by_finger)
@pytest.mark.parametrize("k", range(len(OVER_PI)))
def test_ratios_of_tables_2_to_5(table, k, finger):
    ours, published = table[k]["fingers"][finger], LAMBDA_BY_FINGER[finger][k]
    # The little finger's table was made otherwise: see the module's docstring.
    otherwise = finger == "little" and k < 3
    assert ours["lambda_mean"] == pytest.approx(published[0], rel=0.2 if otherwise else 0.1)
    if finger != "little":
        assert ours["lambda_sd_published"] == pytest.approx(published[1], rel=0.12)


def test_no_failure_from_eleven_twelfths_up(table):
    assert all(row["failures"] == 0 for row in table if row["theta_u_over_pi"] > 0.9)
    assert sum(row["failures"] for row in table) > 0, "below, the closed form has its limits"


def test_all_fingers_are_the_fingers_together(table):
    for row in table:
        each = row["fingers"].values()
        assert row["failures"] == sum(one["failures"] for one in each)
        assert row["pip_max_mm"] == max(one["pip_max_mm"] for one in each)
        mean = np.mean([one["dip_mean_mm"] for one in each])
        assert row["dip_mean_mm"] == pytest.approx(mean, rel=1e-4)  # failures have no weight


def test_same_seed_same_table():
    few = anchor_table(5, 5, seed=3)
    assert few == anchor_table(5, 5, seed=3, threads=1)
    assert few != anchor_table(5, 5, seed=4)
