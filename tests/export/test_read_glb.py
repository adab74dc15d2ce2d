import json
import struct

import numpy as np
import pytest

from prehensile.errors import FileError
from prehensile.export.glb_nodes import clip_from_nodes
from prehensile.files.glb import GlbFile
from prehensile.lie import se3
from prehensile.motion.clip import Clip


def rewritten(source, path, change):
    """A copy of a GLB whose JSON went through ``change``, and whose binary part is the same."""
    data = source.read_bytes()
    (size,) = struct.unpack_from("<I", data, 12)
    document = json.loads(data[20 : 20 + size])
    change(document)
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    rest = data[20 + size :]
    head = struct.pack("<4sIII4s", b"glTF", 2, 20 + len(text) + len(rest), len(text), b"JSON")
    path.write_bytes(head + text + rest)
    return path


def test_a_glb_of_ours_comes_back_bit_for_bit(hand_clip, written):
    read = Clip.load(written)
    assert read.allclose(hand_clip, 0)
    assert read.meta == hand_clip.meta
    assert np.array_equal(read.hands[0].q, hand_clip.hands[0].q)


def test_without_extras_angles_come_from_the_animated_nodes(hand_clip, written, tmp_path):
    path = rewritten(written, tmp_path / "bare.glb", lambda document: document.pop("extras"))
    read = Clip.load(path)
    assert [hand.name for hand in read.hands] == ["right", "left"]
    for mine, theirs in zip(read.hands, hand_clip.hands, strict=True):
        assert mine.model["side"] == theirs.model["side"]
        assert np.abs(mine.q - theirs.q).max() < 1e-4
        T, U = (se3.from_pose7(track.T_world_forearm) for track in (mine, theirs))
        assert np.abs(T - U).max() < 1e-5
        assert np.allclose(mine.model["breadth"], theirs.model["breadth"], atol=1e-5)
    assert np.allclose(read.time, hand_clip.time, atol=1e-6)
    block, meant = read.body("block"), hand_clip.body("block")
    assert np.allclose(block.color, meant.color, atol=1e-6)
    assert np.allclose(se3.from_pose7(block.pose), se3.from_pose7(meant.pose), atol=1e-5)


def test_a_turned_parent_above_the_hands_is_taken_into_account(hand_clip, written, tmp_path):
    """Programs put what they import under a node of their own."""

    def adopt(document):
        document.pop("extras")
        roots = document["scenes"][0]["nodes"]
        half = np.sqrt(0.5)
        node = {"children": list(roots), "translation": [1, 2, 3], "rotation": [0, half, 0, half]}
        document["nodes"].append(node)
        document["scenes"][0]["nodes"] = [len(document["nodes"]) - 1]

    read = Clip.load(rewritten(written, tmp_path / "below.glb", adopt))
    # y up: a quarter turn about the vertical and a shift of (1, 2, 3), that is (1, −3, 2) z up.
    x, y, z = hand_clip.hands[0].T_world_forearm[:, :3].T
    assert np.allclose(
        read.hands[0].T_world_forearm[:, :3], np.stack([1 - y, -3 + x, 2 + z], axis=1), atol=1e-5
    )
    assert np.abs(read.hands[0].q - hand_clip.hands[0].q).max() < 1e-4


def test_keys_that_another_program_thinned_are_filled_in(hand_clip, written, tmp_path):
    """Every rotation but the first keeps its first key only, as exporters do with still joints."""

    def thin(document):
        document.pop("extras")
        animation = document["animations"][0]
        del animation["channels"][3:]
        return document

    read = clip_from_nodes(GlbFile(rewritten(written, tmp_path / "thin.glb", thin)))
    assert read.n_frames == hand_clip.n_frames
    fingers = slice(3, None)
    assert np.abs(read.hands[0].q[:, fingers] - hand_clip.hands[0].q[0, fingers]).max() < 1e-4


def refuse(path, *words):
    with pytest.raises(FileError) as caught:
        Clip.load(path)
    text = str(caught.value)
    assert "\n" not in text and len(text) < 600
    for word in (path.name, *words):
        assert word in text


def test_a_glb_that_is_not_ours_is_one_line(tmp_path):
    import trimesh

    path = tmp_path / "box.glb"
    trimesh.creation.box().export(path)
    refuse(path, "not a GLB of ours")


def test_other_files_are_one_line(tmp_path):
    path = tmp_path / "x.glb"
    refuse(path, "No such file")
    for data in (
        b"",
        b"glTF",
        b"PK\x03\x04 not a glb at all, but long enough",
        b"glTF" + b"\xff" * 40,
    ):
        path.write_bytes(data)
        refuse(path)
    path.unlink()
    path.mkdir()
    refuse(path, "folder")


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.999])
def test_a_file_cut_short_is_one_line(written, tmp_path, share):
    data = written.read_bytes()
    path = tmp_path / "cut.glb"
    path.write_bytes(data[: int(share * len(data))])
    refuse(path)


HOSTILE = {
    "a clip outside": lambda d: d["extras"]["prehensile"].update(clip=10**9),
    "a clip of another kind": lambda d: d["extras"]["prehensile"].update(clip="../../etc/passwd"),
    "a clip that is a mesh": lambda d: d["extras"]["prehensile"].update(clip=0),
    "a newer version": lambda d: d["extras"]["prehensile"].update(version=99),
    "views beyond the end": lambda d: [v.update(byteLength=2**31) for v in d["bufferViews"]],
    "negative offsets": lambda d: [v.update(byteOffset=-8) for v in d["bufferViews"]],
    "huge counts": lambda d: (d.pop("extras"), [a.update(count=2**40) for a in d["accessors"]]),
    "a cycle": lambda d: (
        d.pop("extras"),
        next(n for n in d["nodes"] if n.get("name") == "thumb-tip").update(children=[0]),
    ),
    "joints that are text": lambda d: (d.pop("extras"), d["skins"][0].update(joints=["wrist"])),
    "lists that are not": lambda d: (d.pop("extras"), d.update(nodes={"a": 1})),
    "a missing sampler": lambda d: (d.pop("extras"), d["animations"][0].update(samplers=[])),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_files_are_one_line(written, tmp_path, case):
    refuse(rewritten(written, tmp_path / "bad.glb", HOSTILE[case]))


def test_random_damage_never_does_worse_than_an_error(written, tmp_path, rng):
    data = np.frombuffer(written.read_bytes(), np.uint8)
    path = tmp_path / "noise.glb"
    for _ in range(60):
        noisy = data.copy()
        where = rng.integers(0, min(len(noisy), 20_000), 20)
        noisy[where] = rng.integers(0, 256, len(where))
        path.write_bytes(noisy.tobytes())
        try:
            Clip.load(path)
        except FileError as error:
            assert "\n" not in str(error)
