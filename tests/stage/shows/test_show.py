"""What every show is, and where one looks at it from."""

import importlib
import inspect
import pkgutil

import numpy as np
import pytest

from prehensile.forks.contact.scenes import CONTACT_SCENES
from prehensile.stage import shows
from prehensile.stage.scene import FRAME_RATE
from prehensile.stage.shows.show import SUBSTEPS, Pulls, Show, eye, vec3


def test_substeps_fill_a_frame():
    assert pytest.approx(1 / FRAME_RATE) == SUBSTEPS / 240
    assert Pulls({}).shares == (0.0, 0.0), "nothing pulls by itself"


def test_one_looks_at_the_centre_from_so_far_away(rng):
    centre, side = rng.normal(size=(2, 3))
    place = np.array(eye(centre, side, 0.7))
    assert np.linalg.norm(place - centre) == pytest.approx(0.7)
    np.testing.assert_allclose(np.cross(place - centre, side), 0, atol=1e-12)
    assert (place - centre) @ side > 0
    assert all(type(v) is float for v in vec3(np.float32([1, 2, 3])))


def test_every_show_has_all_that_the_stage_asks_of_it():
    found = []
    for module in pkgutil.iter_modules(shows.__path__, f"{shows.__name__}."):
        for kind in vars(importlib.import_module(module.name)).values():
            if inspect.isclass(kind) and issubclass(kind, Show) and kind is not Show:
                assert not inspect.isabstract(kind), kind
                for name in Show.__abstractmethods__:
                    mine, wanted = getattr(kind, name), getattr(Show, name)
                    if not isinstance(wanted, property):
                        assert list(inspect.signature(mine).parameters) == list(
                            inspect.signature(wanted).parameters
                        ), f"{kind.__name__}.{name}"
                found.append(kind)
    assert len(set(found)) == 2 and CONTACT_SCENES
