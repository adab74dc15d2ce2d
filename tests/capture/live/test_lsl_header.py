import numpy as np
import pytest

from prehensile.capture.live.lsl_header import describe, read_header, sent_labels
from prehensile.capture.recording.journal import declaration, empty_stream
from prehensile.capture.recording.stream import KINDS


def xml(name="A", kind="EMG", channels=2, rate=100.0, unit="", labels=(), form="float32", desc=""):
    """As LSL describes a stranger's stream."""
    told = "".join(
        f"<channel><label>{label}</label><unit>{unit}</unit></channel>" for label in labels
    )
    return (
        f"<info><name>{name}</name><type>{kind}</type><channel_count>{channels}</channel_count>"
        f"<channel_format>{form}</channel_format><nominal_srate>{rate}</nominal_srate>"
        f"<source_id>s1</source_id><desc><channels>{told}</channels>{desc}</desc></info>"
    )


def test_a_stranger_says_labels_units_and_rate():
    header = read_header(xml(kind="Force", unit="mN", labels=("left", "right")))
    stream = header.stream
    assert (stream.kind, stream.unit, stream.channels) == ("forces", "N", ("left", "right"))
    assert stream.rate_hz == 100.0 and stream.sensor["source_id"] == "s1"
    np.testing.assert_allclose(header.values(np.array([[1000.0, 2.0]])), [[1.0, 0.002]])


@pytest.mark.parametrize(
    ("kind", "channels", "unit", "found", "shape"),
    [
        ("Quaternions", 8, "", "rotations", (1, 2, 4)),
        ("markers3d", 6, "", "voltages", (1, 6)),
        ("accelerometer", 3, "g", "accelerations", (1, 1, 3)),
        ("accelerometer", 4, "g", "voltages", (1, 4)),
        ("wrenches", 12, "", "wrenches", (1, 2, 6)),
        ("Glove", 3, "deg", "joint_angles", (1, 3)),
        ("Anything", 3, "Pa", "pressure", (1, 3)),
    ],
)
def test_kinds_are_told_from_types_and_units(kind, channels, unit, found, shape):
    labels = tuple(f"c{k}" for k in range(channels))
    header = read_header(xml(kind=kind, channels=channels, unit=unit, labels=labels))
    assert header.stream.kind == found
    assert header.values(np.zeros((1, channels))).shape == shape


def test_a_stranger_who_says_nothing_is_recorded_too():
    stream = read_header(xml(name="a/b", rate="nan", labels=("x", "x"))).stream
    assert (stream.name, stream.kind, stream.channels) == ("a_b", "voltages", ("1", "2"))
    assert stream.rate_hz == 0.0


def test_units_that_differ_hold_for_none():
    desc = "<channels2/>"
    text = xml(labels=("a",), unit="mV", desc=desc).replace(
        "</channels>", "<channel><label>b</label><unit>N</unit></channel></channels>"
    )
    header = read_header(text)
    assert header.factor == 1.0 and header.stream.unit == "1"


def test_strings_are_events():
    assert read_header(xml(kind="Markers", channels=1, form="string")).stream.kind == "events"


@pytest.mark.parametrize("kind", KINDS)
def test_what_we_say_comes_back(lsl, kind):
    stream = empty_stream(
        name="s", kind=kind, channels=("a", "b"), frame="room", sensor={"bits": 8}, rate_hz=50.0
    )
    count = 1 if kind == "events" else len(sent_labels(stream))
    form = "string" if kind == "events" else "double64"
    info = lsl.StreamInfo("s", kind, count, 50.0, form, "id")
    describe(stream, info)
    header = read_header(info.as_xml())
    assert declaration(header.stream) == declaration(stream) and header.factor == 1.0


@pytest.mark.parametrize("text", ["{", "[]", '{"kind": "none"}', '{"name": 3}', '{"x": 1}'])
def test_what_somebody_else_calls_by_our_name_is_passed_over(text):
    header = read_header(xml(desc=f"<prehensile>{text}</prehensile>"))
    assert header.stream.kind == "voltages"
