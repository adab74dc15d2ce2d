import json
import tracemalloc
import zipfile
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from prehensile.errors import FileError, InputError
from prehensile.files.archive import write_arrays
from prehensile.files.pictures.picture import png_bytes
from prehensile.files.pictures.texture import Texture
from prehensile.motion.clip import Clip
from prehensile.motion.clip_files import npz


@given(
    seed=st.integers(0, 2**32 - 1),
    frames=st.integers(1, 9),
    hands=st.integers(0, 3),
    bodies=st.integers(0, 3),
    contacts=st.integers(0, 5),
)
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_round_trip_is_bit_for_bit(
    make_clip, arrays_of, tmp_path, seed, frames, hands, bodies, contacts
):
    clip = make_clip(seed, frames, hands, bodies, contacts)
    loaded = Clip.load(clip.save(tmp_path / "clip.npz"))
    back = arrays_of(loaded)
    for name, array in arrays_of(clip).items():
        assert back[name].dtype == array.dtype, name
        assert back[name].shape == array.shape, name
        assert back[name].tobytes() == array.tobytes(), name
        assert not back[name].flags.writeable, name
    assert loaded.meta == clip.meta
    assert loaded.contacts.names == clip.contacts.names
    for mine, source in zip(loaded.hands, clip.hands, strict=True):
        assert (mine.name, mine.model, mine.joint_names) == (
            source.name,
            source.model,
            source.joint_names,
        )
    assert loaded.allclose(clip, atol=0)


def test_the_same_clip_gives_the_same_bytes(make_clip, tmp_path):
    first = make_clip(5).save(tmp_path / "a.npz").read_bytes()
    assert make_clip(5).save(tmp_path / "b.npz").read_bytes() == first
    assert Clip.load(tmp_path / "a.npz").save(tmp_path / "c.npz").read_bytes() == first
    assert make_clip(6).save(tmp_path / "d.npz").read_bytes() != first


def test_strange_text_in_meta_survives(make_clip, tmp_path):
    clip = replace(make_clip(0), meta={"π": "\U0001f91a\n\0", "deep": [[{}]], "big": 10**30})
    assert Clip.load(clip.save(tmp_path / "a.npz")).meta == clip.meta


@pytest.mark.parametrize(
    ("meta", "said"),
    [({"name": "\ud800"}, "not Unicode"), ({"many": 10**60}, "more than 40 digits")],
)
def test_what_could_not_be_read_again_is_not_written(make_clip, tmp_path, meta, said):
    with pytest.raises(InputError, match=said):
        replace(make_clip(0), meta=meta).save(tmp_path / "a.npz")
    assert not list(tmp_path.iterdir())


def test_too_large_a_header_is_not_written(make_clip, tmp_path):
    clip = replace(make_clip(0), meta={"log": "x" * npz.FORMAT.most_header_bytes})
    with pytest.raises(InputError, match="keep large data out of meta"):
        clip.save(tmp_path / "a.npz")
    assert not list(tmp_path.iterdir())


@pytest.fixture
def forge(clip, tmp_path):
    """Write the clip with some arrays and some header fields replaced; None takes one away."""

    def write(arrays=None, text=None, **header):
        clip.save(tmp_path / "forged.npz")
        with np.load(tmp_path / "forged.npz", allow_pickle=False) as file:
            content = dict(file)
        fields = json.loads(content["header"].tobytes())
        fields.update(header)
        fields = {key: value for key, value in fields.items() if value is not None}
        text = json.dumps(fields).encode() if text is None else text
        content["header"] = np.frombuffer(text, np.uint8)
        content.update(arrays or {})
        content = {name: array for name, array in content.items() if array is not None}
        write_arrays(tmp_path / "forged.npz", content)
        return tmp_path / "forged.npz"

    return write


def refused(path, message):
    with pytest.raises(FileError, match=message) as caught:
        Clip.load(path)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 600


def test_an_untouched_forgery_is_the_clip(forge, clip):
    assert Clip.load(forge()).allclose(clip, atol=0)


@pytest.mark.parametrize(
    ("header", "message"),
    [
        ({"version": 3}, "newer Prehensile .clip version 3, this one reads 2"),
        ({"version": 0}, "clip version is 0, expected 2"),
        ({"version": "1"}, "no 'version' of type int"),
        ({"version": True}, "no 'version' of type int"),
        ({"version": 10**4000}, "more than 40 digits"),
        ({"schema": "other"}, "does not say 'prehensile.clip'"),
        ({"frames": 10**15}, "impossible 'frames'"),
        ({"frames": 10**9}, "takes 8000000000 bytes, the file says"),
        ({"frames": -1}, "impossible 'frames'"),
        ({"frames": 7.0}, "no 'frames' of type int"),
        ({"frames": 6}, "cannot read"),
        ({"hands": {}}, "no 'hands' of type list"),
        ({"hands": []}, "arrays do not fit its header"),
        ({"hands": [3]}, "no 'name' of type str"),
        ({"hands": [{"name": "a", "joint_names": [1, 2], "model": {}}]}, "joint name must be"),
        ({"hands": [{"name": "a", "joint_names": ["p", "q"], "model": 1}]}, "no 'model' of type"),
        ({"hands": [{"name": "a", "joint_names": ["p", "p"], "model": {}}]}, "occurs twice"),
        ({"hands": [{"name": "\n", "joint_names": ["p", "q"], "model": {}}]}, "printable"),
        ({"bodies": [{"name": "b", "vertices": 2**30, "faces": 2, "color": [1, 1, 1]}]}, "takes"),
        ({"bodies": [{"name": "b", "vertices": 4, "faces": 2, "color": ["1", "1", "1"]}]}, "dtype"),
        ({"bodies": [{"name": "b", "vertices": 4, "faces": 2, "color": [1, [2], 3]}]}, "ragged"),
        ({"bodies": [{"name": "b", "vertices": 4, "faces": 2, "color": [9, 0, 0]}]}, "0 and 1"),
        ({"contacts": {"names": ["a"], "count": 10**9}}, "takes"),
        ({"contacts": {"names": "a", "count": 1}}, "no 'names' of type list"),
        ({"contacts": None}, "no 'contacts' of type dict"),
        ({"meta": None}, "no 'meta' of type dict"),
    ],
)
def test_a_hostile_header_is_refused(forge, header, message):
    refused(forge(**header), message)


def test_large_claims_are_refused_without_large_memory(forge):
    path = forge(frames=10**8, contacts={"names": ["a"], "count": 10**7})
    tracemalloc.start()
    try:
        refused(path, "takes 800000000 bytes, the file says")
        assert tracemalloc.get_traced_memory()[1] < 10 * 1024**2
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "damaged"),
        (b"\xff\xfe", "damaged"),
        (b"[]", "does not say"),
        (b"{", "damaged"),
        (b"[" * 200_000, "nested more than 64 levels"),
        (b'{"version": NaN}', "NaN, which is not JSON"),
        (b'{"schema": "prehensile.clip", "version": 1' + b"0" * 5000 + b"}", "more than 40 digits"),
    ],
)
def test_a_header_that_is_not_json_is_refused(forge, text, message):
    refused(forge(text=text), message)


def changed(clip, name, row, value):
    """The array of that name with one row overwritten."""
    source = {
        "time": clip.time,
        "hand0_q": clip.hands[0].q,
        "body0_faces": clip.bodies[0].faces,
        "body0_pose": clip.bodies[0].pose,
        "contact_offsets": clip.contacts.offsets,
        "contact_a": clip.contacts.a,
        "contact_normal": clip.contacts.normal,
    }[name].copy()
    source[row] = value
    return {name: source}


@pytest.mark.parametrize(
    ("name", "row", "value", "message"),
    [
        ("time", 3, np.nan, "time holds a value that is not finite"),
        ("time", 3, -1e9, "strictly increasing"),
        ("hand0_q", 0, np.inf, "not finite"),
        ("body0_faces", 0, 4, "index 4, but there are 4 vertices"),
        ("body0_faces", 0, -1, "index -1"),
        ("body0_pose", 0, 0, "unit length"),
        ("contact_offsets", 3, 10**9, "never decrease"),
        ("contact_offsets", 0, 1, "from 0 to the number"),
        ("contact_offsets", -1, 10**15, "from 0 to the number"),
        ("contact_a", 0, 3, "index 3, but there are 3 contact names"),
        ("contact_normal", 0, 0, "unit length"),
    ],
)
def test_hostile_numbers_are_refused(forge, clip, name, row, value, message):
    refused(forge(arrays=changed(clip, name, row, value)), message)


def test_wrong_types_shapes_and_members_are_refused(forge, clip):
    refused(forge(arrays={"time": clip.time.astype(np.float32)}), "time")
    refused(forge(arrays={"time": clip.time.astype(">f8").view("<i8")}), "is int64 .* expected")
    refused(forge(arrays={"hand0_q": clip.hands[0].q.T.copy()}), "expected float64")
    refused(forge(arrays={"time": None}), "do not fit its header, first 'time'")
    refused(forge(arrays={"extra": np.zeros(1)}), "do not fit its header, first 'extra'")
    refused(forge(arrays={"header": None}), "it has no header")
    refused(forge(arrays={"header": np.zeros((2, 2))}), "expected uint8")


def test_a_pickle_in_place_of_an_array_is_not_executed(forge, tmp_path):
    class Bomb:
        def __reduce__(self):
            return (pytest.fail, ("a pickle was executed",))

    path = forge(arrays={"time": None})
    with zipfile.ZipFile(path, "a") as file, file.open("time.npy", "w") as stream:
        np.lib.format.write_array(stream, np.array([Bomb()] * 7), allow_pickle=True)
    refused(path, "time")
    np.savez(tmp_path / "pickled.npz", header=np.array([Bomb()], object))
    refused(tmp_path / "pickled.npz", "cannot read")


def test_truncated_foreign_missing_and_folder_are_refused(clip, tmp_path):
    path = clip.save(tmp_path / "a.npz")
    whole = path.read_bytes()
    for part in (0.0, 0.3, 0.9, 0.999):
        path.write_bytes(whole[: int(part * len(whole))])
        refused(path, "not an NPZ file" if part else "it is empty")
    np.savez(tmp_path / "other.npz", x=np.zeros(3))
    refused(tmp_path / "other.npz", "not a clip: it has no header")
    refused(tmp_path / "absent.npz", "No such file")
    (tmp_path / "folder.npz").mkdir()
    refused(tmp_path / "folder.npz", "it is a folder")


@pytest.fixture
def painted(clip):
    """The clip with a picture on its last body."""
    *others, body = clip.bodies
    uv = np.random.default_rng(0).random((len(body.faces), 3, 2)).astype(np.float32)
    picture = png_bytes(np.full((3, 2, 3), 80, np.uint8))
    return replace(clip, bodies=(*others, replace(body, texture=Texture(uv, picture))))


def header_of(path):
    with np.load(path, allow_pickle=False) as file:
        return json.loads(file["header"].tobytes())


def test_pictures_survive_and_clips_without_any_stay_of_version_1(clip, painted, tmp_path):
    npz.save(painted, tmp_path / "a.npz")
    npz.save(clip, tmp_path / "b.npz")
    assert header_of(tmp_path / "a.npz")["version"] == 2
    assert header_of(tmp_path / "b.npz")["version"] == 1
    again, true = npz.load(tmp_path / "a.npz").bodies[-1].texture, painted.bodies[-1].texture
    assert again is not None and again.picture == true.picture
    np.testing.assert_array_equal(again.corner_uv, true.corner_uv)
    assert npz.load(tmp_path / "b.npz").bodies[-1].texture is None


@pytest.mark.parametrize("picture", [b"GIF89a, no picture", b"\x89PNG\r\n\x1a\n"])
def test_what_is_no_picture_is_refused(painted, tmp_path, picture):
    npz.save(painted, tmp_path / "a.npz")
    with np.load(tmp_path / "a.npz", allow_pickle=False) as file:
        arrays = dict(file)
    header = json.loads(arrays["header"].tobytes())
    header["bodies"][-1]["picture"] = len(picture)
    arrays["header"] = np.frombuffer(json.dumps(header).encode(), np.uint8)
    arrays[f"body{len(header['bodies']) - 1}_picture"] = np.frombuffer(picture, np.uint8)
    np.savez(tmp_path / "a.npz", **arrays)
    with pytest.raises(FileError, match="no PNG or JPEG"):
        npz.load(tmp_path / "a.npz")
