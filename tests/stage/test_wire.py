"""Bytes back and forth, and bytes that are nobody's message."""

import contextlib
import json
import struct

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prehensile.stage import messages as m
from prehensile.stage.wire import WireError, decode, encode

ALL = (*m.SERVER_MESSAGES, *m.PAGE_MESSAGES)


def a_frame(contacts: int = 3) -> m.Frame:
    rng = np.random.default_rng(contacts)

    def floats(*shape):
        return rng.normal(size=shape).astype("<f4")

    return m.Frame(
        time=1.5, number=7, running=True, speed=0.25, answers=3, phase="hold",
        joints=floats(25, 7), shape=floats(31), bodies=floats(2, 7),
        contact_pos=floats(contacts, 3), contact_force=floats(contacts, 3),
        contact_group=np.arange(contacts, dtype="<u1"), contact_hand=np.zeros(contacts, "<u1"),
        contact_slip=np.zeros(contacts, "<f4"), group_force=floats(1, 6), handles=floats(0, 3),
        pull=floats(3, 3), blood=floats(1, 5, 4), plotted=floats(4),
        pointers=floats(1, 6), ellipsoids=floats(1, 4, 3), taxels=floats(0, 4, 4),
        marks=floats(1, 3), tried=False,
    )  # fmt: skip


MESSAGES = [
    m.SetControl("grip", 12.5, 3),
    m.SetControl("object", "mug"),
    m.SetControl("loop", True),
    m.PressButton("lift"),
    m.ChooseScene("pose"),
    m.Transport(seek=1.25, running=False),
    m.Pull("mug", (0.0, 0.1, 0.2), None),
    m.Pull("mug", (0.0, 0.1, 0.2), (1.0, 2.0, 3.0)),
    m.DragHandle("index", (0.1, 0.2, 0.3)),
    m.PointAt("mug", (0.0, 0.1, 0.2)),
    m.PointAt(),
    m.Record(True),
    m.TakeOver(),
    m.Hello(1, "0.1", 2, False, (m.SceneTitle("a", "A", "…"),)),
    m.StepsChanged((m.Step("lift", "Lift", "Up it goes.", "ready"),)),
    m.VerdictChanged(None),
    m.VerdictChanged(m.ShownVerdict(False, "No.", "Grip.", (m.ShownFigure("x", 1.5, "mm"),))),
    m.LookChanged((0.0, 0.1, 0.2), (1.0, 2.0, 3.0)),
    m.SceneStarted("a", (), (), (), (), plot=m.Plot("Blood", ("One", "Two"), "%")),
    m.ControlsChanged((m.Control("x", "X", "choice", value="a", choices=("a", "ü")),)),
    m.ControlsChanged((m.Control("k", "K", "slider", value=1.5, likely=(1.0, 2.0)),)),
]


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: type(message).__name__)
def test_a_message_comes_back_as_it_was(message):
    assert decode(encode(message), ALL) == message


@pytest.mark.parametrize("contacts", [0, 1, 3])
def test_arrays_come_back_bit_for_bit(contacts):
    frame = a_frame(contacts)
    back = decode(encode(frame), ALL)
    for name in m.Frame.__annotations__:
        ours, theirs = getattr(frame, name), getattr(back, name)
        if isinstance(ours, np.ndarray):
            assert theirs.dtype == ours.dtype
            assert theirs.shape == ours.shape
            assert theirs.tobytes() == ours.tobytes()
        else:
            assert theirs == ours


def test_the_layout_is_what_the_documentation_says():
    """Read by hand, as a page does: header length, JSON, aligned little-endian blobs."""
    data = encode(a_frame())
    (length,) = struct.unpack_from("<I", data)
    header = json.loads(data[4 : 4 + length])
    assert set(header) == {"type", "data", "fields"}
    assert header["type"] == "Frame"
    assert header["data"]["phase"] == "hold"
    begin = 4 + length
    assert begin % 8 == 0
    entry = header["fields"]["contact_force"]
    assert (entry["dtype"], entry["shape"]) == ("<f4", [3, 3])
    assert all(e["offset"] % 8 == 0 for e in header["fields"].values())
    numbers = struct.unpack_from("<9f", data, begin + entry["offset"])
    np.testing.assert_array_equal(numbers, a_frame().contact_force.ravel())


def test_an_array_of_the_wrong_shape_is_not_sent():
    frame = a_frame()
    wrong = m.Frame(**{**vars(frame), "joints": np.zeros((25, 6))})
    with pytest.raises(WireError, match="joints"):
        encode(wrong)
    uneven = m.Frame(**{**vars(frame), "contact_pos": np.zeros((4, 3))})
    with pytest.raises(WireError, match="contact"):
        encode(uneven)


def packed(header: object, body: bytes = b"") -> bytes:
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<I", len(text)) + text + body


BAD = {
    "empty": b"",
    "short": b"\x01\x00",
    "long header": struct.pack("<I", 2**31) + b"{}",
    "not json": packed(b"hello"),
    "not utf-8": packed(b"\xff\xfe{}"),
    "a list": packed([1]),
    "no type": packed({}),
    "type is a list": packed({"type": []}),
    "server's type": packed({"type": "Hello", "data": {}}),
    "missing field": packed({"type": "ChooseScene", "data": {}}),
    "unknown field": packed({"type": "TakeOver", "data": {"a": 1}}),
    "dunder field": packed({"type": "TakeOver", "data": {"__class__": 1}}),
    "wrong type": packed({"type": "ChooseScene", "data": {"scene": 3}}),
    "bool is no number": packed({"type": "Transport", "data": {"speed": True}}),
    "NaN": packed(b'{"type":"Transport","data":{"speed":NaN}}'),
    "infinity": packed(b'{"type":"Transport","data":{"speed":1e999}}'),
    "a huge whole number": packed(b'{"type":"Transport","data":{"speed":1' + b"0" * 400 + b"}}"),
    "too many digits": packed(b'{"type":"Transport","data":{"speed":1' + b"0" * 9000 + b"}}"),
    "deep": packed(b'{"type":' + b"[" * 20000 + b"]" * 20000 + b"}"),
    "vector of two": packed({"type": "DragHandle", "data": {"handle": "a", "target": [1, 2]}}),
    "blobs where none belong": packed(
        {"type": "TakeOver", "data": {}, "fields": {"x": {"dtype": "<f4", "shape": [1]}}}
    ),
    "data is a list": packed({"type": "TakeOver", "data": []}),
}


@pytest.mark.parametrize("data", BAD.values(), ids=BAD.keys())
def test_what_is_no_message_is_refused_in_one_short_line(data):
    with pytest.raises(WireError) as refusal:
        decode(data)
    assert "\n" not in str(refusal.value)
    assert 0 < len(str(refusal.value)) < 200


@pytest.mark.parametrize(
    "entry",
    [
        {"dtype": "<f4", "shape": [10**9, 7], "offset": 0},
        {"dtype": "<f4", "shape": [25, 7], "offset": -8},
        {"dtype": "<f4", "shape": [25, 7], "offset": 10**6},
        {"dtype": "<f8", "shape": [25, 7], "offset": 0},
        {"dtype": "|O", "shape": [25, 7], "offset": 0},
        {"dtype": "<f4", "shape": [-1, 7], "offset": 0},
        {"dtype": "<f4", "shape": [25.0, 7], "offset": 0},
        {"dtype": "<f4", "shape": [175], "offset": 0},
        {"dtype": "<f4", "shape": [[25], 7], "offset": 0},
        {"dtype": "<f4", "shape": "25", "offset": 0},
        "joints",
    ],
)
def test_a_blob_that_lies_about_itself_is_refused(entry):
    data = encode(a_frame())
    (length,) = struct.unpack_from("<I", data)
    header = json.loads(data[4 : 4 + length])
    header["fields"]["joints"] = entry
    with pytest.raises(WireError):
        decode(packed(header, data[4 + length :]), ALL)


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=400))
def test_random_bytes_never_do_more_than_be_refused(data):
    with pytest.raises(WireError):
        decode(data, ALL)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from([encode(x) for x in (*MESSAGES, a_frame())]), st.data())
def test_damaged_messages_are_read_or_refused(data, draw):
    """Bytes flipped in real messages reach deeper than random ones."""
    damaged = bytearray(data)
    for _ in range(draw.draw(st.integers(1, 4))):
        at = draw.draw(st.integers(0, min(len(damaged) - 1, 600)))
        damaged[at] = draw.draw(st.integers(0, 255))
    with contextlib.suppress(WireError):
        decode(bytes(damaged), ALL)
