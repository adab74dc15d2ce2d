import io
import struct
import zipfile

import numpy as np
import pytest

from prehensile.errors import FileError, InputError
from prehensile.files import archive
from prehensile.files.archive import open_arrays, write_arrays

ARRAYS = {"x": np.arange(6.0).reshape(2, 3), "none": np.zeros((0, 3), np.int32)}


def refused(path, message, name="x", dtype=np.float64, shape=(2, 3)):
    with pytest.raises(FileError, match=message) as caught, open_arrays(path) as reader:
        reader.read(name, dtype, shape)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 600


def zipped(path, members, **options):
    with zipfile.ZipFile(path, "w", **options) as file:
        for name, content in members.items():
            file.writestr(name, content)
    return path


def npy(array, **options):
    stream = io.BytesIO()
    np.lib.format.write_array(stream, array, **options)
    return stream.getvalue()


@pytest.fixture
def good(tmp_path):
    write_arrays(tmp_path / "good.npz", ARRAYS)
    return tmp_path / "good.npz"


def test_arrays_come_back_read_only_and_bit_for_bit(good):
    with open_arrays(good) as reader:
        assert reader.names == {"x", "none"}
        x = reader.read("x", np.float64, (2, 3))
        assert reader.read("none", np.int32, (0, 3)).shape == (0, 3)
    assert x.tobytes() == ARRAYS["x"].tobytes()
    assert not x.flags.writeable


def test_numpy_reads_the_file_without_pickle(good):
    with np.load(good, allow_pickle=False) as file:
        np.testing.assert_array_equal(file["x"], ARRAYS["x"])


def test_the_same_arrays_give_the_same_bytes(good, tmp_path):
    write_arrays(tmp_path / "again.npz", ARRAYS)
    assert (tmp_path / "again.npz").read_bytes() == good.read_bytes()


def test_a_failed_write_leaves_nothing(tmp_path):
    with pytest.raises(ValueError, match="Object arrays"):
        write_arrays(tmp_path / "a.npz", {"x": np.array([object()])})
    (tmp_path / "folder.npz").mkdir()
    with pytest.raises(FileError, match="cannot write"):
        write_arrays(tmp_path / "folder.npz", ARRAYS)
    assert [p.name for p in tmp_path.iterdir()] == ["folder.npz"]


def test_what_could_not_be_read_is_not_written(tmp_path, monkeypatch):
    monkeypatch.setattr(archive, "MAX_UNPACKED_BYTES", 40)
    with pytest.raises(InputError, match="too many for one file"):
        write_arrays(tmp_path / "a.npz", ARRAYS)


def test_missing_folder_and_foreign_files_are_refused(tmp_path):
    refused(tmp_path / "absent.npz", "No such file")
    refused(tmp_path, "it is a folder")
    (tmp_path / "empty.npz").write_bytes(b"")
    refused(tmp_path / "empty.npz", "it is empty")
    (tmp_path / "text.npz").write_text("hello " * 100)
    refused(tmp_path / "text.npz", "not an NPZ file")


def test_every_truncation_is_refused(good):
    whole = good.read_bytes()
    for length in range(0, len(whole), 7):
        good.write_bytes(whole[:length])
        refused(good, "not an NPZ file" if length else "it is empty")


def test_no_flipped_byte_gives_other_numbers(good):
    """Damage is refused, or fell on a byte that carries no number (a date, an attribute)."""
    whole = good.read_bytes()
    caught = 0
    for position in range(len(whole)):
        damaged = bytearray(whole)
        damaged[position] ^= 0xFF
        good.write_bytes(damaged)
        try:
            with open_arrays(good) as reader:
                x = reader.read("x", np.float64, (2, 3))
            np.testing.assert_array_equal(x, ARRAYS["x"])
        except FileError:
            caught += 1
    assert caught > len(whole) / 3


def test_another_type_or_shape_is_refused(good):
    refused(good, "is float64 .* expected int64", dtype=np.int64)
    refused(good, r"is float64 \(2, 3\), expected float64 \(3, 2\)", shape=(3, 2))
    refused(good, "takes 80 bytes|takes 96000", shape=(4000, 3))
    refused(good, "it has no array 'y'", name="y")
    refused(good, "takes .* bytes", shape=(2**62, 3))


def test_object_arrays_are_never_unpickled(tmp_path):
    class Bomb:
        def __reduce__(self):
            return (pytest.fail, ("a pickle was executed",))

    content = npy(np.array([Bomb()] * 6).reshape(2, 3), allow_pickle=True)
    path = zipped(tmp_path / "a.npz", {"x.npy": content})
    refused(path, "is object|takes")


@pytest.mark.parametrize(
    "header",
    [
        "{'descr': '<f8', 'fortran_order': False, 'shape': (-2, -3)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (4611686018427387904, 4)}",
        "{'descr': '<f8', 'fortran_order': True, 'shape': (2, 3)}",
        "{'descr': '>f8', 'fortran_order': False, 'shape': (2, 3)}",
        "{'descr': '|O', 'fortran_order': False, 'shape': (2, 3)}",
        "{'descr': __import__('os'), 'fortran_order': False, 'shape': (2, 3)}",
        "{'descr': 'no', 'fortran_order': False, 'shape': (2, 3)}",
        "(" * 3000,
        "[" * 100 + "]" * 100,
        "",
    ],
)
def test_hostile_array_headers_are_refused(tmp_path, header):
    content = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode()
    path = zipped(tmp_path / "a.npz", {"x.npy": content + ARRAYS["x"].tobytes()})
    refused(path, "cannot read")


def test_newer_npy_versions_and_trailing_bytes_are_refused(tmp_path):
    good = npy(ARRAYS["x"])
    refused(zipped(tmp_path / "a.npz", {"x.npy": npy(ARRAYS["x"], version=(2, 0))}), "NPY version")
    refused(zipped(tmp_path / "b.npz", {"x.npy": good + b"more"}), "cut short or too long")
    refused(zipped(tmp_path / "c.npz", {"x.npy": good[:-4]}), "cut short or too long")


def test_a_zip_bomb_is_refused_by_its_directory(tmp_path, monkeypatch):
    path = zipped(tmp_path / "a.npz", {"x.npy": bytes(10**6)}, compression=zipfile.ZIP_DEFLATED)
    refused(path, "takes 48 bytes, the file says 1000000")
    monkeypatch.setattr(archive, "MAX_UNPACKED_BYTES", 10**5)
    refused(path, "would unpack to 1000000 bytes, the limit for a file of its size is 100000")


def patched(path, offset, fmt, value):
    """Overwrite a field of the first entry in the zip's directory."""
    data = bytearray(path.read_bytes())
    struct.pack_into(fmt, data, data.index(b"PK\x01\x02") + offset, value)
    path.write_bytes(data)
    return path


def test_lying_sizes_are_refused(good):
    whole = good.read_bytes()
    refused(patched(good, 24, "<L", 2**32 - 2), "claims an impossible size")
    good.write_bytes(whole)
    refused(patched(good, 20, "<L", 2**31), "overlap")
    good.write_bytes(whole)
    refused(patched(good, 8, "<H", 1), "encrypted")
    good.write_bytes(whole)
    refused(patched(good, 10, "<H", 99), "packed in an unknown way")


def test_a_member_that_unpacks_to_more_than_it_declared_is_cut_off(tmp_path):
    content = npy(ARRAYS["x"])
    path = zipped(
        tmp_path / "a.npz", {"x.npy": content + bytes(10**6)}, compression=zipfile.ZIP_DEFLATED
    )
    refused(patched(path, 24, "<L", len(content)), "damaged|cut short")


def test_an_oversized_directory_is_refused_before_it_is_read(good):
    whole = good.read_bytes()
    data = bytearray(whole)
    struct.pack_into("<L", data, len(data) - 10, archive.MAX_DIRECTORY_BYTES + 1)
    good.write_bytes(data)
    refused(good, "directory is too large")
    good.write_bytes(whole[:-22] + b"PK\x06\x07" + bytes(16) + whole[-22:])
    refused(good, "directory is too large")


def test_a_second_end_record_cannot_be_hidden_behind_a_comment(good):
    """The zip reader would search for another record than the one we looked at."""
    whole = good.read_bytes()
    good.write_bytes(whole[:-2] + b"\x16\x00" + whole[-22:-2] + b"\x01\x00")
    refused(good, "not an NPZ file")


def test_lzma_strange_and_repeated_members_are_refused(tmp_path):
    content = npy(ARRAYS["x"])
    path = zipped(tmp_path / "a.npz", {"x.npy": content}, compression=zipfile.ZIP_LZMA)
    refused(path, "packed in an unknown way")
    refused(zipped(tmp_path / "b.npz", {"../../x": content}), "unexpected or repeated")
    with pytest.warns(UserWarning), zipfile.ZipFile(tmp_path / "c.npz", "w") as file:
        file.writestr("x.npy", content)
        file.writestr("x.npy", content)
    refused(tmp_path / "c.npz", "unexpected or repeated")


def test_long_names_do_not_make_long_messages(tmp_path):
    refused(zipped(tmp_path / "a.npz", {"n" * 60_000: b""}), "unexpected")


def test_bytes_are_read_up_to_a_limit(tmp_path):
    write_arrays(tmp_path / "a.npz", {"text": np.frombuffer(b"hello" * 2000, np.uint8)})
    with open_arrays(tmp_path / "a.npz") as reader:
        assert reader.read_bytes("text", 10_000) == b"hello" * 2000
    with (
        pytest.raises(FileError, match="longer than 100"),
        open_arrays(tmp_path / "a.npz") as reader,
    ):
        reader.read_bytes("text", 100)
    write_arrays(tmp_path / "a.npz", ARRAYS)
    with (
        pytest.raises(FileError, match="expected uint8"),
        open_arrays(tmp_path / "a.npz") as reader,
    ):
        reader.read_bytes("x", 100)


def test_a_small_file_cannot_claim_a_gigabyte(tmp_path):
    """A few hundred kilobytes of zeros once became gigabytes."""
    path = tmp_path / "bomb.npz"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file, file.open("a.npy", "w") as into:
        np.lib.format.write_array_header_1_0(
            into, {"descr": "<f8", "fortran_order": False, "shape": (60_000_000,)}
        )
        for _ in range(480):
            into.write(bytes(1_000_000))
    assert path.stat().st_size < 1_000_000
    refused(path, "the limit for a file of its size is 2")


def test_what_packs_too_well_is_kept_unpacked(tmp_path, monkeypatch):
    monkeypatch.setattr(archive, "FREE_UNPACKED_BYTES", 100_000)
    path = tmp_path / "a.npz"
    zeros = np.zeros(1_000_000)
    write_arrays(path, {"a": zeros})
    assert path.stat().st_size > zeros.nbytes
    with open_arrays(path) as reader:
        np.testing.assert_array_equal(reader.read("a", np.float64, zeros.shape), zeros)
