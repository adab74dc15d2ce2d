import numpy as np

from prehensile.capture.live.built_in import OBJECT, PASCAL, built_in_session
from prehensile.capture.live.recorded_source import RecordedSource
from prehensile.capture.live.session import LiveSession


def test_five_streams_of_one_grasp():
    session = built_in_session()
    assert {s.name: s.kind for s in session.streams} == {
        "grip": "pressure",
        "angles": "joint_angles",
        "poses": "rigid_poses",
        "fingertips": "forces",
        "switch": "events",
    }
    assert session.objects[0].name == OBJECT and session.meta["simulated"]
    for name, rate in (("grip", 100), ("fingertips", 1000)):
        assert abs(session[name].measured_rate - rate) < 1e-6 * rate
        assert 7 < session[name].duration < 9


def test_the_bottle_is_lifted_while_it_is_held():
    session = built_in_session()
    height = session["poses"].channel(OBJECT)[:, 2]
    assert np.ptp(height) > 0.12
    held = session["grip"].values.sum(axis=1) * 16e-6 > 5
    assert held[np.argmax(height)] and not held[0] and not held[-1]
    on, off = session["switch"].event_times("touched"), session["switch"].event_times("let go")
    assert len(on) == len(off) == 1 and 4 < off[0] - on[0] < 7
    counts = session["grip"].values / PASCAL
    np.testing.assert_allclose(counts, np.round(counts), atol=1e-9)


def test_rounds_follow_one_another_without_a_hole(stopped_clock):
    source = RecordedSource(built_in_session(), now=stopped_clock)
    session = LiveSession(source)
    for _ in range(250):
        stopped_clock.now += 0.1
        session.poll()
    assert {state.lost for state in session.states()} == {0}
    assert max(state.received for state in session.states()) > 24_000
