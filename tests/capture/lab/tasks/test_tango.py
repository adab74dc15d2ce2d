"""The Tango is turned, and feels it."""

import numpy as np

from prehensile.capture.lab.session import lab_session


def test_fingers_let_go_one_after_another_and_taxels_see_them():
    session = lab_session("tango", 0, contacts=1)
    ends = [
        next(t.end for t in session.truth.touches if t.contact == d)
        for d in ("ring", "middle", "index")
    ]
    assert (np.diff(ends) > 0.05).all()
    pressure = session.recording["tango"].values
    held = (session.recording.time("tango") > 1.5) & (session.recording.time("tango") < 2.0)
    assert pressure[held].max() > 3 * np.abs(pressure[:20]).max()
