import numpy as np
import pytest

from prehensile.capture.recording.recording import Clock, NamedContact, Recording, Touch
from prehensile.capture.recording.stream import Stream
from prehensile.capture.signals.marks import BY, edited_touches, marked_touches
from prehensile.errors import PrehensileError

TIME = np.arange(0, 8, 0.002)


@pytest.fixture
def recording():
    rng = np.random.default_rng(0)
    first = np.where((TIME > 1) & (TIME < 2), 1.0, 0.0) + np.where((TIME > 4) & (TIME < 6), 0.7, 0)
    second = np.where((TIME > 3) & (TIME < 7), 1.0, 0.0)
    load = np.stack([first, second], 1) + rng.normal(0, 0.01, (len(TIME), 2))
    contacts = (
        NamedContact("index", "index-finger-tip", stream="f", channel="a"),
        NamedContact("thumb", "thumb-tip", stream="f", channel="b"),
        NamedContact("palm", "wrist"),
    )
    streams = (Stream("f", "forces", TIME, load, ("a", "b")),)
    return Recording(streams, {"f": Clock(10.0, 1.0)}, contacts)


def test_every_contact_s_touches_are_marked_by_the_master_s_time(recording):
    found = marked_touches(recording).touches
    assert [t.contact for t in found] == ["index", "thumb", "index"]
    np.testing.assert_allclose([t.onset for t in found], [11, 13, 14], atol=0.004)
    assert {t.by for t in found} == {BY}
    assert [t.contact for t in marked_touches(recording, ["thumb"]).touches] == ["thumb"]


def test_what_a_person_edits_stays(recording):
    found = marked_touches(recording)
    new = Touch("palm", 12.0, 12.1, 12.5)
    edited = edited_touches(found, "Ada", moved={0: {"onset": 10.99}}, removed=[1], added=[new])
    assert [(t.contact, t.by) for t in edited.touches] == [
        ("index", "Ada"), ("palm", "Ada"), ("index", BY),
    ]  # fmt: skip
    again = marked_touches(edited)
    assert again.touches[0].onset == 10.99 and len(again.touches) == 4


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"removed": [9]}, "no touch 9"),
        ({"moved": {0: {"onset": 99.0}}}, "in order"),
        ({"moved": {0: {"start": 1.0}}}, "unknown time of a touch"),
        ({"added": [Touch("nose", 1, 2, 3)]}, "unknown contact"),
    ],
)
def test_edits_that_do_not_fit_are_refused(recording, given, said):
    with pytest.raises(PrehensileError, match=said):
        edited_touches(marked_touches(recording), "Ada", **given)
    with pytest.raises(PrehensileError, match="who"):
        edited_touches(recording, "")


def test_contacts_without_loads_are_refused(recording):
    with pytest.raises(PrehensileError, match="names no stream"):
        marked_touches(recording, ["palm"])
    with pytest.raises(PrehensileError, match="unknown contact"):
        marked_touches(recording, ["nose"])
