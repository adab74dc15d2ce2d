"""Contacts whose force is not known are named, not made up."""

import numpy as np

from prehensile.capture.recording.recorded_contacts import recorded_contacts
from prehensile.capture.recording.recording import NamedContact, Recording
from prehensile.capture.recording.stream import Stream
from prehensile.hand.hand import Hand
from prehensile.kinematics.forward import segment_transforms

TIP = "index-finger-phalanx-distal"


def test_only_forces_in_a_known_frame_count():
    hand, time = Hand(), np.arange(3) / 10
    wrench = np.tile([[[1.0, 0, 0, 0, 0, 0]]], (3, 1, 1))
    streams = (
        Stream("in", "wrenches", time, wrench, ("a",), frame=TIP),
        Stream("out", "wrenches", time, wrench, ("a",), frame="sensor"),
        Stream("volts", "voltages", time, np.ones((3, 1)), ("a",)),
    )
    contacts = (
        NamedContact("known", TIP, "", "in"),
        NamedContact("frame", TIP, "", "out"),
        NamedContact("volts", TIP, "", "volts"),
        NamedContact("segment", "tail", "", "in"),
        NamedContact("object", TIP, "moon", "in"),
        NamedContact("unfelt", TIP),
    )
    poses = segment_transforms(hand, np.zeros((3, hand.dof)))
    track, left = recorded_contacts(Recording(streams, contacts=contacts), hand, time, poses)
    assert left == ["frame", "volts", "segment", "object", "unfelt"]
    assert len(track) == 3 and track.names[track.a[0]] == f"right/{TIP}"
    np.testing.assert_allclose(track.force, poses[TIP][:, :3, 0], atol=1e-12)
