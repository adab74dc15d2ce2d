"""A hand of WebXR names that another program made: other axes, no forearm, no skin, no extras."""

import json
import struct

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from prehensile.errors import FileError
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.fit.keypoint_layout import layout_points
from prehensile.kinematics.fit.keypoints import hand_keypoints
from prehensile.motion.clip import Clip
from prehensile.motion.mocap.read import read_motion

FRAMES, RATE = 24, 60.0


def stranger(path, points, names):
    """A GLB of nodes that move by translation below a turned root; points (T, K, 3), y up."""
    root = Rotation.from_euler("xyz", [0.3, 0.5, -0.2])
    time = (np.arange(len(points)) / RATE).astype("<f4")
    local = root.inv().apply(points.reshape(-1, 3)).reshape(points.shape).astype("<f4")
    blobs = [time.tobytes(), *(local[:, k].tobytes() for k in range(len(names)))]
    starts = np.cumsum([0, *map(len, blobs)])
    accessor = {"componentType": 5126, "count": len(points)}
    document = {
        "asset": {"version": "2.0"},
        "scenes": [{"nodes": [len(names)]}],
        "nodes": [
            *({"name": name, "rotation": [0.5, 0.5, 0.5, 0.5]} for name in names),
            {"children": list(range(len(names))), "rotation": root.as_quat().tolist()},
        ],
        "bufferViews": [
            {"buffer": 0, "byteOffset": int(a), "byteLength": len(b)}
            for a, b in zip(starts, blobs, strict=False)
        ],
        "accessors": [
            accessor | {"bufferView": k, "type": "VEC3" if k else "SCALAR"}
            for k, _ in enumerate(blobs)
        ],
        "animations": [
            {
                "samplers": [{"input": 0, "output": k + 1} for k in range(len(names))],
                "channels": [
                    {"sampler": k, "target": {"node": k, "path": "translation"}}
                    for k in range(len(names))
                ],
            }
        ],
        "buffers": [{"byteLength": int(starts[-1])}],
    }
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    binary = b"".join(blobs)
    chunks = struct.pack("<I4s", len(text), b"JSON") + text
    chunks += struct.pack("<I4s", len(binary), b"BIN\0") + binary
    path.write_bytes(struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks)
    return path


@pytest.fixture(params=["right", "left"])
def moving(request):
    """A hand that closes, and its joints with y up."""
    spec = HandSpec.sample(2, request.param)
    hand = spec.build()
    q = np.clip(np.linspace(0.2, 1.5, FRAMES)[:, None] * spec.rest, hand.lower, hand.upper)
    q[:, :3] = 0.0
    points = hand_keypoints(hand, q, layout="webxr")
    return hand, q, points[..., [0, 2, 1]] * [1, 1, -1]


def test_joints_are_read_by_where_they_are(moving, tmp_path):
    hand, q, points = moving
    clip = read_motion(stranger(tmp_path / "s.glb", points, layout_points("webxr")))
    assert clip.hands[0].name == hand.side
    assert np.degrees(np.abs(clip.hands[0].q - q).max()) < 1.0
    np.testing.assert_allclose(clip.hands[0].T_world_forearm[:, :3], 0, atol=1e-3)
    assert clip.duration == pytest.approx((FRAMES - 1) / RATE)
    report = clip.meta["import"]
    assert report["side"] == hand.side and report["residual_mm_median"] < 0.1


def test_missing_joints_count_as_hidden(moving, tmp_path):
    _, q, points = moving
    names = layout_points("webxr")
    keep = [k for k, name in enumerate(names) if "metacarpal" not in name or "thumb" in name]
    path = stranger(tmp_path / "s.glb", points[:, keep], [names[k] for k in keep])
    assert np.degrees(np.median(np.abs(Clip.load(path).hands[0].q - q))) < 1.0


def test_other_names_are_one_line(moving, tmp_path):
    path = stranger(tmp_path / "s.glb", moving[2], [f"bone{k}" for k in range(25)])
    with pytest.raises(FileError, match="named as WebXR's joints"):
        Clip.load(path)
