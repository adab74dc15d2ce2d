import numpy as np
import pytest

from prehensile.capture.live.built_in import built_in_session
from prehensile.capture.live.latest import Sample
from prehensile.hand.hand import Hand
from prehensile.kinematics.forward import pad_positions
from prehensile.lie import se3
from prehensile.stage.streams.view import StreamsView


def samples(k, *names):
    """Some streams of the built-in session at hundredth k."""
    session = built_in_session()
    found = {}
    for name in names or ("grip", "angles", "poses", "fingertips"):
        stream = session[name]
        row = 10 * k if name == "fingertips" else k
        found[name] = Sample(stream, stream.time[row], stream.values[row])
    return found


@pytest.fixture
def view():
    return StreamsView(Hand(), built_in_session().objects)


def test_before_anything_comes_a_hand_stands_there(view):
    frame = view.frame(0.0, "ready", True)
    assert len(frame.q) == 1 and not len(frame.contacts.pos) and frame.taxels is None
    assert frame.bodies.shape == (0, 7) and view.quality == 0


def test_a_grasp_is_shown_with_all_that_is_known(view):
    assert view.follow(samples(450))  # the bottle is new
    assert not view.follow(samples(451))
    frame = view.frame(1.0, "x", True)
    assert frame.bodies.shape == (1, 7) and frame.taxels is not None
    assert frame.taxels.shape == (1, 29, 25) and frame.taxels.max() > 5e4
    assert len(frame.contacts.pos) >= 3 and view.quality > 0.5
    np.testing.assert_allclose(frame.plotted, [view.quality])
    forces = np.linalg.norm(frame.contacts.force, axis=1)
    assert forces.sum() == pytest.approx(frame.taxels.sum() * view.feel.taxels.area, rel=0.05)
    # sensors of the fingertips say more than the glove, which covers a part of them
    np.testing.assert_allclose(
        frame.group_force[0, :5], np.maximum(built_in_session()["fingertips"].values[4510], 0)
    )
    assert view.frame(1.0, "x", False).taxels is None


def test_forces_alone_act_on_the_pads(view):
    view.follow(samples(450, "angles", "poses", "fingertips"))
    frame = view.frame(0.0, "", True)
    pads, out = pad_positions(view.hand, view.posed.q, se3.from_pose7(view.posed.forearm))
    groups = np.asarray(frame.contacts.group)
    np.testing.assert_allclose(frame.contacts.pos, pads[groups])
    np.testing.assert_allclose(
        frame.contacts.force, frame.group_force[0, groups, None] * out[groups]
    )


def test_pressure_of_something_else_is_not_a_glove(view):
    pad = samples(450, "grip")["grip"]
    few = pad.stream.channels[:5]
    other = pad._replace(
        stream=pad.stream.__class__(
            "pad", "pressure", np.zeros(1), np.zeros((1, 5)), tuple(f"cell {c}" for c in few)
        ),
        values=np.ones(5),
    )
    view.follow({"pad": other})
    assert view.frame(0.0, "", True).taxels is None
