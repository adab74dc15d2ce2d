"""What wishes mean on an object."""

import numpy as np
import pytest

from prehensile.control.place.sought import NEAR, Sought
from prehensile.control.place.wishes import wished
from prehensile.errors import InputError, UnknownNameError
from prehensile.world.catalogue import load_object

MUG = load_object("mug")
ON_HANDLE, ON_BODY = np.array([0.075, 0.0, 0.045]), np.array([-0.04, 0.0, 0.05])


def test_a_point_means_the_nearest_of_the_surface():
    sought = Sought(MUG, wished(where=(0.0, 0.0, 0.2)))
    assert sought.point is not None
    highest = MUG.vertices[:, 2].max()
    assert sought.point[2] == pytest.approx(highest, abs=0.002)


@pytest.mark.parametrize("off", [0.5 * NEAR, 1.2 * NEAR])
def test_a_pressing_contact_must_be_near_it(off):
    sought = Sought(MUG, wished(where=tuple(ON_BODY)))
    assert sought.point is not None
    at = np.array([sought.point + np.array([0, 0, off]), [0.04, 0, 0.05]])
    assert sought.met_by(at, np.array([1.0, 1.0]))["where"].ok == (off < NEAR)
    assert not sought.met_by(at, np.array([0.01, 1.0]))["where"].ok  # it hardly presses
    assert not sought.met_by(at[:0], np.zeros(0))["where"].ok


def test_most_of_the_force_lies_on_a_part():
    sought = Sought(MUG, wished(where="handle"))
    at = np.array([ON_HANDLE, ON_BODY])
    assert sought.met_by(at, np.array([9.0, 1.0]))["where"].ok
    met = sought.met_by(at, np.array([5.0, 5.0]))["where"]
    assert not met.ok and met.off == pytest.approx(0.5) and "50%" in met.said
    assert sought.missed(at)[0] == 0 < sought.missed(at)[1]


def test_nothing_presses_on_what_is_avoided():
    for avoid in ("handle", (*ON_HANDLE, 0.02)):
        sought = Sought(MUG, wished(avoid=avoid))
        at = np.array([ON_HANDLE, ON_BODY])
        assert not sought.met_by(at, np.array([0.2, 1.0]))["avoid"].ok
        assert sought.met_by(at, np.array([0.0, 1.0]))["avoid"].ok
        assert sought.likely(at[1:]) and not sought.likely(at)
        assert sought.worth(at[1:]) > sought.worth(at)


def test_without_wishes_everything_will_do():
    sought = Sought(MUG, wished())
    assert sought.likely(np.zeros((0, 3))) and sought.worth(ON_BODY[None]) == 0


def test_what_the_object_has_not_is_refused():
    with pytest.raises(UnknownNameError, match="handle"):
        Sought(MUG, wished(where="lid"))
    with pytest.raises(InputError, match="its own frame"):
        Sought(MUG, wished(where=(2.0, 0, 0)))
    with pytest.raises(InputError, match="avoid"):
        Sought(MUG, wished(avoid=(2.0, 0, 0, 0.1)))


def test_who_avoids_all_of_it_is_told_how_far_it_reaches():
    ball = load_object("ball")
    radius = float(ball.extents[0] / 2)
    top = tuple((ball.vertices[0] / np.linalg.norm(ball.vertices[0]) * radius).tolist())
    Sought(ball, wished(avoid=(*top, 1.9 * radius)))
    with pytest.raises(InputError, match=f"{2e3 * radius:.0f} mm away"):
        Sought(ball, wished(avoid=(*top, 2.1 * radius)))
