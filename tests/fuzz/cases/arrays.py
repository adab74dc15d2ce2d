"""NPZ, NPY, C3D and GLB."""

import io
import json

import numpy as np
from tests.fuzz.cases import Case
from tests.fuzz.cases.texts import DIGITS, honest
from tests.fuzz.mutators.archive import packed
from tests.fuzz.mutators.arrays import LIES

from prehensile.hand.joints import JOINT_NAMES


def changed(reader: str, **arrays: np.ndarray) -> bytes:
    """An honest NPZ with other arrays."""
    with np.load(io.BytesIO(honest(reader))) as file:
        whole = {name: file[name] for name in file.files} | arrays
    out = io.BytesIO()
    np.savez_compressed(out, **whole)
    return out.getvalue()


def header_of(reader: str, **fields: object) -> bytes:
    """An honest NPZ whose JSON says something else."""
    with np.load(io.BytesIO(honest(reader))) as file:
        header = json.loads(file["header"].tobytes())
    text = json.dumps(header | fields).replace(json.dumps(DIGITS), DIGITS)
    return changed(reader, header=np.frombuffer(text.encode(), np.uint8))


def lying(header: bytes) -> bytes:
    """An NPZ of one array whose header is another."""
    content = b"\x93NUMPY\1\0" + len(header).to_bytes(2, "little") + header + bytes(64)
    return packed([("a.npy", content)], True)


def endless_header() -> bytes:
    """An NPY whose header says that it has four gigabytes."""
    return b"\x93NUMPY\2\0" + b"\xff" * 4 + b"{'descr': '<f8', 'shape': (0,), }" + bytes(64)


def narrow_weights() -> bytes:
    """A skin whose vertices have four joints and one weight each."""
    data = honest("skinned_hand")
    size = int.from_bytes(data[12:16], "little")
    document = json.loads(data[20 : 20 + size])
    parts = document["meshes"][0]["primitives"][0]["attributes"]
    document["accessors"][parts["WEIGHTS_0"]]["type"] = "SCALAR"
    text = json.dumps(document, separators=(",", ":")).encode()
    if len(text) > size:
        raise AssertionError("the seed's JSON is written as tightly as this")
    return data[:20] + text.ljust(size) + data[20 + size :]


def cut_out(reader: str, start: int, count: int, put: bytes = b"") -> bytes:
    """An honest file without some of its bytes, or with others there."""
    data = honest(reader)
    return data[:start] + put + data[start + count :]


def far_body(metres: float) -> bytes:
    """A clip whose body is far away."""
    with np.load(io.BytesIO(honest("clip"))) as file:
        name = next(n for n in file.files if n.endswith("pose") and "bod" in n)
        pose = file[name].copy()
    pose[:, 0] = metres
    return changed("clip", **{name: pose})


def angles(**arrays: np.ndarray) -> bytes:
    """Joint angles with something else among them."""
    return changed("angles_npz", **arrays)


CASES = {
    **{f"an NPY header {k}": Case("npz", lambda lie=lie: lying(lie)) for k, lie in enumerate(LIES)},
    "an NPY header of four gigabytes": Case("npy", endless_header),
    "a C3D without the end of a matrix": Case(
        "c3d_recording", lambda: cut_out("c3d_recording", 1048, 57), slow=True
    ),
    "a C3D whose parameters lead back": Case(
        "c3d", lambda: cut_out("c3d", 1131, 8, b"\x7f" + b"\xff" * 7), slow=True
    ),
    "tissue whose corners are a word": Case(
        "tissue_examples", lambda: changed("tissue_examples", corners=np.array("a"))
    ),
    "weights of other joints than there are": Case("skinned_hand", narrow_weights),
    "a clip's number of 400 digits": Case("clip", lambda: header_of("clip", version=DIGITS)),
    "a body half a kilometre away": Case("clip", lambda: far_body(500.0)),
    "a body at the end of numbers": Case("clip", lambda: far_body(1e300)),
    "Leap with more times than frames": Case(
        "leap_npz", lambda: changed("leap_npz", t=np.arange(300.0))
    ),
    "Leap with words for times": Case(
        "leap_npz", lambda: changed("leap_npz", t=np.array(["a", "b", "c"]))
    ),
    "angles that are words": Case(
        "angles_npz", lambda: angles(**{JOINT_NAMES[4]: np.array(["a", "b", "c"])})
    ),
    "angles of no frame": Case("angles_npz", lambda: angles(**{JOINT_NAMES[4]: np.zeros(0)})),
    "angles in a table": Case("angles_npz", lambda: angles(**{JOINT_NAMES[4]: np.zeros((3, 3))})),
    "MANO poses that are words": Case(
        "mano_npz", lambda: changed("mano_npz", poses=np.full((3, 48), "a"))
    ),
    "MANO with another number of places": Case(
        "mano_npz", lambda: changed("mano_npz", trans=np.zeros((1, 2)))
    ),
    "a step of Adroit that is a word": Case(
        "adroit_npz", lambda: changed("adroit_npz", dt=np.array("fast"))
    ),
    "packed examples of another hand": Case(
        "packed_examples", lambda: changed("packed_examples", hand=np.array("[]"))
    ),
    "packed examples with bones that are not there": Case(
        "packed_examples", lambda: changed("packed_examples", bone=np.array([10**6]))
    ),
    "packed examples of too few angles": Case(
        "packed_examples", lambda: changed("packed_examples", q=np.zeros((2, 3)))
    ),
    "tissue of no hand": Case("tissue_model", lambda: changed("tissue_model", hand=np.array("1"))),
    "tissue with corners that are not there": Case(
        "tissue_model", lambda: changed("tissue_model", tetrahedra=np.array([[0, 1, 2, 10**6]]))
    ),
}
