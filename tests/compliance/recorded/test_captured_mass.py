"""A mass told afterwards."""

import numpy as np
import pytest

from prehensile.capture.recording.recording import CapturedObject, Recording
from prehensile.capture.recording.stream import Stream
from prehensile.compliance.recorded.captured_mass import with_mass
from prehensile.errors import InputError

STREAM = Stream("v", "voltages", np.arange(3.0), np.zeros((3, 1)), ("a",))


def test_the_object_has_it():
    told = with_mass(Recording((STREAM,), objects=(CapturedObject("box"),)), 0.2)
    assert told.objects[0] == CapturedObject("box", 0.2)


@pytest.mark.parametrize("mass", [0.0, -1.0, np.nan, np.inf])
def test_no_mass_is_refused(mass):
    with pytest.raises(InputError, match="above 0 kg"):
        with_mass(Recording((STREAM,), objects=(CapturedObject("box"),)), mass)


def test_two_objects_are_refused():
    two = Recording((STREAM,), objects=(CapturedObject("a"), CapturedObject("b")))
    with pytest.raises(InputError, match="2 objects"):
        with_mass(two, 0.2)
