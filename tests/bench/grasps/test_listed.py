"""The list: sixty things and one, and regions that lie on what they are regions of."""

import numpy as np
import pytest

from prehensile.bench.grasps.box import inside
from prehensile.bench.grasps.listed import KINDS, SETS, by_name, listed
from prehensile.errors import UnknownNameError
from prehensile.world.catalogue import CATALOGUE, load_object


def test_the_sets_are_as_long_as_they_should_be_and_share_nothing() -> None:
    names = {which: [thing.name for thing in listed(which)] for which in SETS}
    assert {which: len(found) for which, found in names.items()} == {"dev": 31, "judged": 30}
    assert len({*names["dev"], *names["judged"]}) == 61
    lifted = [name for name in CATALOGUE if load_object(name).mount is None]
    assert names["dev"][-11:] == lifted
    assert list(by_name("dev")) == names["dev"]
    with pytest.raises(UnknownNameError, match="dev"):
        listed("mine")


@pytest.mark.parametrize("which", KINDS)
def test_further_kinds_are_drawn_from_each_of_their_seeds(which: str) -> None:
    kinds, seeds = KINDS[which]
    found = listed(which)
    assert len({thing.name for thing in found}) == len(found) == len(kinds) * len(seeds)
    assert all(thing.part and thing.handle for thing in found)
    assert not {*by_name("dev"), *by_name("judged")} & {thing.name for thing in found}


def test_what_is_judged_by_is_drawn_from_other_kinds_and_seeds() -> None:
    (made, develop), (others, judge) = KINDS["kitchen"], KINDS["outdoors"]
    assert not {kind.__name__ for kind in made} & {kind.__name__ for kind in others}
    assert max(develop) < 1000 <= min(judge)


@pytest.mark.parametrize("name", ["mug", "hammer"])
def test_regions_of_the_catalogue_hold_handles_and_not_the_rest(name: str) -> None:
    """Against the parts that the objects are made of: a wall of a mug is not its handle."""
    thing = by_name("dev")[name]
    vertices, _ = thing.surface()
    held = inside(thing.handle, vertices)
    x, _, z = vertices.T
    if name == "mug":
        assert held[x > 0.046].all() and not held[x < 0.041].any()
    else:
        assert held[x < 0.10].all() and not held[x > 0.115].any()
    assert np.ptp(z[held]) > 0.02


@pytest.mark.usefixtures("reference_data")
def test_regions_of_scans_lie_on_their_meshes() -> None:
    for thing in listed("dev"):
        if thing.handle:
            vertices, faces = thing.surface()
            share = inside(thing.handle, vertices[faces].mean(axis=1)).mean()
            assert 0.05 < share < 0.95, thing.name
