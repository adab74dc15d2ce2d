"""Our files, read by h5py alone, and files that h5py wrote to harm us."""

import json
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.capture.recording.recordings import assert_same, small_recording

from prehensile.capture.recording.hdf5 import load, save
from prehensile.capture.recording.recording import Recording
from prehensile.capture.recording.stream import KINDS, Stream
from prehensile.errors import FileError, InputError

h5py = pytest.importorskip("h5py", reason="needs h5py: pip install 'prehensile[capture]'")


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("h5") / "a.h5"
    small_recording().save(path)
    return path


def test_a_recording_comes_back_bit_for_bit(file):
    given, found = small_recording(), Recording.load(file)
    assert_same(given, found)
    for a, b in zip(given.streams, found.streams, strict=True):
        assert np.array_equal(a.flags, b.flags) and a.clock == b.clock
    assert dict(given.clocks) == dict(found.clocks)
    assert (given.contacts, given.touches) == (found.contacts, found.touches)
    assert given.objects[0][:4] == found.objects[0][:4]
    assert np.array_equal(given.objects[0].vertices, found.objects[0].vertices)
    assert np.array_equal(given.objects[0].faces, found.objects[0].faces)
    assert dict(found.hand or {}) == {"side": "right"}
    assert dict(found.meta) == dict(given.meta)


def test_a_stranger_reads_it_with_h5py_alone(file):
    given = small_recording()
    with h5py.File(file) as opened:
        assert opened.attrs["format"] == "prehensile-recording" and opened.attrs["version"] == 1
        nano = opened["streams/nano"]
        assert np.array_equal(nano["values"][:], given["nano"].values)
        assert np.array_equal(nano["time"][:], given["nano"].time)
        assert nano.attrs["unit"] == "N, Nm" and nano.attrs["rate_hz"] == 1000
        assert json.loads(nano.attrs["sensor"])["model"] == "Nano17"
        assert list(opened["streams/motion/channels"].asstr()) == ["a", "b b", "ç"]
        assert "flags" not in nano and "flags" not in opened["streams/motion"]
        assert opened["streams/fsr/flags"][4, 1] == 4
        assert opened["clocks/offset"][0] == 0 and opened["touches/onset"][0] == 0.01


@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_any_stream_comes_back(tmp_path_factory, data):
    streams = []
    for k in range(data.draw(st.integers(1, 4))):
        kind = data.draw(st.sampled_from([name for name in KINDS if name != "events"]))
        count, width = data.draw(st.integers(0, 5)), KINDS[kind].width
        channels = data.draw(st.lists(st.text(max_size=9), min_size=1, max_size=3, unique=True))
        channels = [c.replace("\0", "").encode("utf-8", "ignore").decode() for c in channels]
        channels = tuple(dict.fromkeys(channels))
        numbers = st.floats(allow_infinity=False, width=64)
        shape = (count, len(channels), *width)
        size = int(np.prod(shape))
        values = np.array(data.draw(st.lists(numbers, min_size=size, max_size=size)))
        name = data.draw(st.sampled_from(["x", "a b", "ü", "-", "..x"])) + str(k)
        streams.append(Stream(name, kind, np.arange(count) / 7, values.reshape(shape), channels))
    path = tmp_path_factory.mktemp("any") / "a.h5"
    save(Recording(tuple(streams)), path)
    found = load(path)
    for a, b in zip(streams, found.streams, strict=True):
        assert a.values.tobytes() == b.values.tobytes() and a.channels == b.channels
        assert np.array_equal(a.flags, b.flags) and a.name == b.name


def test_the_file_is_hardly_larger_than_its_numbers(tmp_path):
    time = np.arange(20_000) / 1000
    values = np.random.default_rng(0).normal(size=(len(time), 4))
    path = Recording((Stream("f", "forces", time, values, tuple("abcd")),)).save(tmp_path / "f.h5")
    assert path.stat().st_size <= 1.1 * (time.nbytes + values.nbytes)


def test_others_may_write_smaller_numbers_and_gzip(file, tmp_path):
    path = tmp_path / "small.h5"
    path.write_bytes(file.read_bytes())
    with h5py.File(path, "r+") as opened:
        group = opened["streams/nano"]
        values = group["values"][:].astype(np.float32)
        del group["values"]
        group.create_dataset("values", data=values, compression="gzip", shuffle=True)
    assert np.array_equal(load(path)["nano"].values, values.astype(float))


def test_what_json_cannot_hold_is_refused_and_nothing_is_left(tmp_path):
    stream = Stream("f", "forces", np.arange(2.0), np.zeros((2, 1)), ("a",), sensor={"f": {1}})
    for bad in (stream, Stream("f", "forces", np.arange(2.0), np.zeros((2, 1)), ("a\0b",))):
        with pytest.raises(InputError, match="HDF5"):
            save(Recording((bad,)), tmp_path / "a.h5")
    assert not list(tmp_path.iterdir())


def hostile(name, path, good):
    """Spoil a good file in a way that is named."""
    path.write_bytes(good.read_bytes())
    with h5py.File(path, "r+") as file:
        group = file["streams/nano"]
        if name != "newer":
            del group["values"]
        match name:
            case "external link":
                group["values"] = h5py.ExternalLink("/etc/passwd", "/")
            case "soft link":
                group["values"] = h5py.SoftLink("/streams/fsr/values")
            case "external storage":
                group.create_dataset("values", (8,), "u1", external=[("/etc/passwd", 0, 8)])
            case "virtual":
                layout = h5py.VirtualLayout((80, 1, 6), "f8")
                layout[:] = h5py.VirtualSource("/etc/passwd", "x", (80, 1, 6))
                group.create_virtual_dataset("values", layout)
            case "reference":
                group.create_dataset("values", (1,), h5py.ref_dtype)[0] = group.ref
            case "huge and empty":
                group.create_dataset("values", (10**9, 1, 6), "f8")
            case "a bomb":
                group.create_dataset(
                    "values", (10**8, 1, 6), "u1", chunks=(10**5, 1, 6), compression="gzip"
                )[:10] = 1
            case "lzf":
                group.create_dataset("values", data=np.zeros((80, 1, 6)), compression="lzf")
            case "compound":
                group["values"] = np.zeros(3, [("a", "f8"), ("b", "i4")])
            case "circle":
                group["values"] = file
            case "newer":
                file.attrs["version"] = 99
            case "large chunk":
                group.create_dataset(
                    "values",
                    (80, 1, 6),
                    "f8",
                    chunks=(10**7, 1, 6),
                    maxshape=(None, 1, 6),
                    compression="gzip",
                )[:] = 1.0
    return path


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("external link", "link"),
        ("soft link", "link"),
        ("external storage", "another file"),
        ("virtual", "another file"),
        ("reference", "expected numbers"),
        ("huge and empty", "bytes"),
        ("a bomb", "claims|unpack"),
        ("lzf", "filter 32000"),
        ("compound", "expected numbers"),
        ("circle", "deeper|objects|unpack"),
        ("newer", "version 99"),
    ],
)
def test_hostile_files_are_one_line(tmp_path, file, name, word):
    with pytest.raises(FileError, match=word) as caught:
        load(hostile(name, tmp_path / "bad.h5", file))
    assert "\n" not in str(caught.value) and "bad.h5" in str(caught.value)


def test_other_files_are_one_line(tmp_path, file):
    path = tmp_path / "x.h5"
    with h5py.File(path, "w") as opened:
        opened["a"] = 1
    with pytest.raises(FileError, match="not a recording"):
        load(path)
    path.write_bytes(b"no HDF5")
    with pytest.raises(FileError, match="not an HDF5"):
        load(path)
    path.write_bytes(file.read_bytes()[:3000])
    with pytest.raises(FileError, match=r"x\.h5"):
        load(path)


def test_our_process_never_loads_the_library(file):
    program = (
        "import sys; from prehensile.capture.recording.recording import Recording; "
        f"Recording.load({str(file)!r}); sys.exit('h5py' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
