"""Streams of liblsl on this machine: found, named, lost, back again."""

import time

import numpy as np
import pytest

from prehensile.capture.live.lsl import LslSource, keep_to_this_machine, load_lsl
from prehensile.errors import InputError, MissingExtraError

PATIENCE = 90.0
"""[s] for what comes over the network of a busy machine"""


def outlet(lsl, name, form="float32", channels=2, source="here"):
    info = lsl.StreamInfo(name, "Force", channels, 0.0, form, f"{source}-{name}")
    return lsl.StreamOutlet(info)


def gathered(source, count):
    """Until so many samples came."""
    found, end = [], time.monotonic() + PATIENCE
    while sum(len(one.time) for one in found) < count and time.monotonic() < end:
        found += source.poll()
        time.sleep(0.01)
    return found


@pytest.fixture
def listen(lsl):
    sources = []

    def begin(*names):
        sources.append(LslSource(names))
        return sources[-1]

    yield begin
    for source in sources:
        source.close()


def test_samples_come_with_their_stamps(lsl, listen):
    sender = outlet(lsl, "stamps")
    source = listen("stamps")
    source.wait(PATIENCE)
    began = source.now()
    sender.push_chunk([[1.0, 2.0], [3.0, 4.0]], [began, began + 0.5])
    (found,) = gathered(source, 2)
    np.testing.assert_array_equal(found.values, [[1, 2], [3, 4]])
    np.testing.assert_allclose(found.time, [began, began + 0.5])
    assert abs(found.offset) < 0.5 and found.reading is not None
    assert found.stream.clock.startswith("LSL ")


def test_words_are_events_and_new_ones_get_numbers(lsl, listen):
    sender = outlet(lsl, "words", "string", 1)
    source = listen("words")
    source.wait(PATIENCE)
    for word in ("tap", "let go", "tap", ""):
        sender.push_sample([word])
    found = gathered(source, 4)
    values = np.concatenate([one.values for one in found])
    assert values.tolist() == [0.0, 1.0, 0.0, 2.0]
    assert found[-1].stream.channels == ("tap", "let go", "other")


def test_a_stream_that_comes_back_goes_on(lsl, listen):
    sender = outlet(lsl, "back")
    source = listen("back")
    source.wait(PATIENCE)
    sender.push_sample([1.0, 1.0])
    assert gathered(source, 1)
    del sender
    time.sleep(0.3)
    sender = outlet(lsl, "back")
    end = time.monotonic() + PATIENCE
    found = []
    while not found and time.monotonic() < end:
        sender.push_sample([2.0, 2.0])
        time.sleep(0.05)
        found = source.poll()
    assert found and found[0].values[0].tolist() == [2.0, 2.0]
    assert source.names == ("back",)


def test_streams_that_do_not_come_are_named(lsl, listen):
    keep = outlet(lsl, "bystander")
    listen("bystander").wait(PATIENCE)
    source = listen("nobody")
    with pytest.raises(InputError, match=r"no stream named nobody came within 1\.5 s.*bystander"):
        source.wait(1.5)
    assert source.poll() == [] and source.names == ()
    del keep


def test_two_streams_of_one_name_are_told_apart(lsl, listen):
    senders = [outlet(lsl, "twin", source=who) for who in ("a", "b")]
    source = listen("twin")
    end = time.monotonic() + PATIENCE
    while len(source.names) < 2 and time.monotonic() < end:
        time.sleep(0.05)
    assert sorted(source.names) == ["twin", "twin 2"]
    assert len(senders) == 2


@pytest.mark.parametrize(
    ("error", "kind", "words"),
    [
        (RuntimeError("LSL binary library file was not found."), InputError, "liblsl"),
        (ModuleNotFoundError("none", name="pylsl"), MissingExtraError, r"prehensile\[capture\]"),
    ],
)
def test_a_missing_library_is_said_in_one_line(monkeypatch, error, kind, words):
    def fail(name):
        raise error

    monkeypatch.setattr("importlib.import_module", fail)
    with pytest.raises(kind, match=words) as caught:
        load_lsl()
    assert "\n" not in str(caught.value)


def test_settings_keep_streams_here(tmp_path):
    told = keep_to_this_machine(tmp_path)
    text = (tmp_path / "lsl_api.cfg").read_text()
    assert told == {"LSLAPICFG": str(tmp_path / "lsl_api.cfg")}
    assert "ResolveScope = machine" in text and "127.0.0.1" in text
    keep_to_this_machine(tmp_path)
    assert (tmp_path / "lsl_api.cfg").read_text() != text  # nor are two of them mixed up
