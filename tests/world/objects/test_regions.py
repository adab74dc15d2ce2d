import pickle
from dataclasses import replace

import numpy as np
import pytest

from prehensile.errors import InputError, UnknownNameError
from prehensile.world.catalogue import load_object
from prehensile.world.objects.primitives import box
from prehensile.world.objects.regions import Regions, find_region, kept_regions


def test_regions_are_sorted_whole_and_cannot_change():
    given = np.array([5, 1, 1, 3])
    regions = Regions({"lid": given, "jar": [0, 2]}, 6)
    assert regions["lid"].tolist() == [1, 3, 5] and regions["lid"].dtype == np.int32
    given[0] = 0
    assert regions["lid"].tolist() == [1, 3, 5]
    with pytest.raises(ValueError, match="read-only"):
        regions["lid"][0] = 2
    assert list(regions) == ["lid", "jar"] and len(regions) == 2


def test_regions_travel_between_processes():
    again = pickle.loads(pickle.dumps(Regions({"lid": [4, 2]}, 6)))
    assert {name: faces.tolist() for name, faces in again.items()} == {"lid": [2, 4]}


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ({"a": [6]}, "names faces 6 to 6; there are only 6"),
        ({"a": [-1]}, "names faces -1"),
        ({"a": []}, "has no faces"),
        ({" ": [1]}, "has no name"),
        ({"a": [0.5]}, "whole numbers"),
        ({"a": [[1]]}, "shape"),
    ],
)
def test_regions_that_cannot_be(named, said):
    with pytest.raises(InputError, match=said):
        Regions(named, 6)
    with pytest.raises(InputError):
        replace(box((0.03, 0.05, 0.07), 0.1), regions=named | {"b": [99]})


def test_an_object_keeps_its_regions():
    mug = load_object("mug", mass=0.2, friction=0.4)
    scaled = replace(mug, vertices=mug.vertices * 1.2, name="larger")
    for other in (mug.with_mass(1.0), scaled, pickle.loads(pickle.dumps(scaled))):
        np.testing.assert_array_equal(other.region("handle"), load_object("mug").region("handle"))
    np.testing.assert_allclose(
        scaled.region_triangles("handle"), 1.2 * mug.region_triangles("handle")
    )
    assert mug.region_triangles("handle").shape == (len(mug.region("handle")), 3, 3)


def test_a_part_is_found_by_its_name():
    regions = Regions({"Handle": [0], "blade": [1], "BLADE": [2]}, 3)
    assert find_region(regions, "Handle", "'a'").tolist() == [0]
    assert find_region(regions, " handle", "'a'").tolist() == [0]
    assert find_region(regions, "blade", "'a'").tolist() == [1]
    for name in ("Blade", "tip"):
        with pytest.raises(UnknownNameError, match="Valid: Handle, blade, BLADE"):
            find_region(regions, name, "'a'")


def test_unknown_parts_are_one_line():
    with pytest.raises(UnknownNameError, match=r"part of 'mug' 'handel'\. Did you mean 'handle'"):
        load_object("mug").region("handel")
    with pytest.raises(InputError, match=r"names no parts.*X,Y,Z"):
        load_object("ball").region("top")


def test_faces_that_are_gone_leave_the_others_in_place():
    kept = np.array([True, False, True, True, False])
    found = kept_regions({"a": np.array([0, 1, 3]), "b": np.array([1, 4])}, kept)
    assert {name: faces.tolist() for name, faces in found.items()} == {"a": [0, 2]}
