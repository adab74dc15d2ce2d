"""What was touched stands beside the reference."""

import numpy as np

from prehensile.capture.live.built_in import built_in_session
from prehensile.compliance.told.captured_bodies import with_captured_bodies
from prehensile.motion.clip import Clip
from prehensile.motion.contacts import ContactTrack


def test_bodies_are_where_they_were_followed() -> None:
    recording = built_in_session()
    time = np.array([1.0, 2.0, 4.0])
    bare = Clip(
        time, (), (), ContactTrack.empty(3), np.zeros((3, 0, 5)), np.zeros((3, 0)), {"a": 1}
    )
    found = with_captured_bodies(bare, recording)
    (bottle,) = found.bodies
    rows = np.searchsorted(recording["poses"].time, time - 1e-9)
    assert np.allclose(bottle.pose[:, :3], recording["poses"].channel("bottle")[rows, :3])
    assert found.meta == {"a": 1, "bodies": {"bottle": {}}}  # nobody says what it weighs
