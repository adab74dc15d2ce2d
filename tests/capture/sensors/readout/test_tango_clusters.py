"""Clusters: force and place of presses, the nearest finger within 20 mm, along the normal."""

import numpy as np
import pytest

from prehensile.capture.sensors.readout.tango_clusters import assigned, clusters, pressing_finger
from prehensile.capture.sensors.tango import COLUMNS, ROWS, taxel_areas, taxel_normals

RADIUS = 0.04
NORMALS, AREAS = taxel_normals(), taxel_areas(RADIUS)


def press(direction: np.ndarray, newtons: float) -> np.ndarray:
    away = RADIUS * np.arccos(np.clip(NORMALS @ direction, -1, 1))
    share = AREAS * np.exp(-0.5 * (away / 0.006) ** 2)
    share = np.where(share > 1e-3 * share.max(), share, 0)
    return newtons * share / share.sum() / AREAS


def unit(*vector: float) -> np.ndarray:
    return np.array(vector) / np.linalg.norm(vector)


@pytest.mark.parametrize("direction", [unit(1, 0.05, 0.1), unit(-1, 0, 0.3), unit(0.1, 0, 1)])
def test_one_press_is_one_cluster_across_seam_and_pole(direction) -> None:
    (found,) = clusters(press(direction, 2.0), RADIUS)
    assert found.force == pytest.approx(2.0)
    assert found.center == pytest.approx(RADIUS * direction, abs=0.004)


def test_clusters_go_to_the_nearest_finger_along_its_normal() -> None:
    one, two = unit(1, 0, 0), unit(-0.3, 1, 0.2)
    found = clusters(press(one, 3.0) + press(two, 1.0), RADIUS)
    pads = np.full((5, 3), np.nan)
    pads[1], pads[4] = 1.1 * RADIUS * one, 1.2 * RADIUS * two
    given = assigned(found, pads, RADIUS)
    assert given.finger == (1, 4)
    assert given.force[1] == pytest.approx(-3.0 * one)
    assert given.force[4] == pytest.approx(-1.0 * two)
    assert not given.force[[0, 2, 3]].any()


def test_what_is_further_than_20_mm_is_nobodys() -> None:
    found = clusters(press(unit(1, 0, 0), 3.0), RADIUS)
    for reach, finger in ((0.019, 0), (0.021, -1)):
        pads = np.full((5, 3), np.nan)
        pads[0] = found[0].center * (1 + reach / RADIUS)
        assert assigned(found, pads, RADIUS).finger == (finger,)


def test_weak_patches_do_not_count() -> None:
    assert clusters(press(unit(1, 0, 0), 0.05), RADIUS) == ()
    assert clusters(np.zeros((ROWS, COLUMNS)), RADIUS) == ()


def test_taxels_that_do_not_answer_are_left_out() -> None:
    pressure = press(unit(1, 0.05, 0.1), 2.0)
    pressure[0, 0] = np.nan
    (found,) = clusters(pressure, RADIUS)
    assert found.force == pytest.approx(2.0)


def test_the_finger_that_presses_most_is_the_right_one() -> None:
    loads = np.zeros((5, ROWS, COLUMNS))
    loads[2] = press(unit(1, 0, 0), 2.0) * AREAS
    loads[3] = press(unit(1, 0.2, 0), 1.0) * AREAS
    (found, *_) = clusters(loads.sum(0) / AREAS, RADIUS)
    assert pressing_finger(found, loads) == 2
    assert pressing_finger(found, 0 * loads) == -1
