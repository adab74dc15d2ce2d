"""Small files that stand for much: frames, rows, nodes, zeros."""

import json
import struct

import numpy as np
from tests.fuzz.cases import Case
from tests.fuzz.cases.arrays import changed
from tests.fuzz.cases.texts import honest
from tests.fuzz.mutators.archive import packed

from prehensile.hand.joints import JOINT_NAMES

MANY_FRAMES = 2_000_000
ROWS_BYTES = 9_000_000


def many_frames() -> bytes:
    """Two million frames of angles in some megabytes."""
    columns = {name: np.zeros(MANY_FRAMES, np.float16) for name in JOINT_NAMES[:4]}
    return changed("angles_npz", **columns, time=np.arange(MANY_FRAMES, dtype=np.float32))


def many_points() -> bytes:
    """A shape that takes gigabytes as float64, its numbers all nought."""
    header = b"{'descr': '<f4', 'fortran_order': False, 'shape': (800000, 21, 3), }"
    zeros = bytes(4 * 63 * 800_000)
    content = b"\x93NUMPY\1\0" + len(header).to_bytes(2, "little") + header + zeros
    return packed([("landmarks.npy", content)], True)


def rows(line: bytes, head: bytes = b"") -> bytes:
    """As many rows as ten megabytes hold."""
    return head + line * ((ROWS_BYTES - len(head)) // len(line))


def many_nodes() -> bytes:
    """A GLB of 60,000 nodes."""
    document = {
        "asset": {"version": "2.0"},
        "scenes": [{"nodes": [0]}],
        "nodes": [{"name": f"n{k}", "children": [k + 1]} for k in range(60_000)]
        + [{"name": "wrist"}],
    }
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    head = struct.pack("<III", 0x46546C67, 2, 20 + len(text))
    return head + struct.pack("<II", len(text), 0x4E4F534A) + text


def tissue_of_zeros() -> bytes:
    """Weights of a quarter of a gigabyte of noughts, and of what is made of them several times."""
    return changed("tissue_model", weights=np.zeros((3_200_000, 10), np.float64))


CASES = {
    "two million frames of angles": Case("angles_npz", many_frames),
    "two million frames of points": Case("leap_npz", many_points),
    "short rows of a table": Case("table", lambda: rows(b"0\n", b"a\n"), slow=True),
    "short rows of a sparse table": Case("sparse_table", lambda: rows(b"1\n", b"a\n"), slow=True),
    "short rows of angles": Case(
        "csv_motion", lambda: rows(b"0\n", b"index_mcp_flex\n"), slow=True
    ),
    "wide rows of a table": Case("table", lambda: b",".join([b"a"] * 4_000_000) + b"\n"),
    "short rows of a recording": Case(
        "csv_recording", lambda: rows(b"0,1,2,3,4,5\n", b"t,a0,a1,fx,fy,fz\n"), slow=True
    ),
    "short rows of Tekscan": Case("tekscan", lambda: honest("tekscan") + rows(b"1,\n")),
    "short rows of markers": Case("tsv", lambda: honest("tsv") + rows(b"\t\n")),
    "short lines of an OBJ": Case("mesh_obj", lambda: honest("mesh_obj") + rows(b"v 0 0 0\n")),
    "short faces of an OBJ": Case(
        "mesh_obj", lambda: honest("mesh_obj") + rows(b"f 1 2 3\n"), slow=True
    ),
    "short lines of an OBJ of a pose": Case("obj_vertices", lambda: rows(b"v 0 0 0\n"), slow=True),
    "short rows of poses": Case(
        "obj_examples", lambda: rows(b"b.obj,0.8,0\n", b"file,index_pip_flex,thumb_ip_flex\n")
    ),
    "sixty thousand nodes": Case("glb_motion", many_nodes),
    "sixty thousand nodes of a skin": Case("skinned_hand", many_nodes),
    "sixty thousand nodes of a mesh": Case("mesh_glb", many_nodes),
    "tissue of noughts": Case("tissue_model", tissue_of_zeros),
}  # fmt: skip
