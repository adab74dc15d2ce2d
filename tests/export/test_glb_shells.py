"""Fingertips that change colour in a GLB, as players find them that know nothing of ours."""

import io
import json
import struct
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image
from tests.export.toy_tips import ToyTips

from prehensile.bench._plain_gltf import PlainGltf
from prehensile.export import glb
from prehensile.export.glb_morphs import baked_skin
from prehensile.export.glb_shells import FIRST, NEXT, _shells
from prehensile.export.tip_levels import tip_pictures
from prehensile.export.tip_tiles import tip_tiles
from prehensile.hand.corpus import corpus
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.motion.clip import Clip
from prehensile.motion.tracked_hand import hand_of
from prehensile.skin.dress import Dress
from prehensile.skin.rig.blend import posed_skin

FINE = 2e-6
"""[m] rounding to float32, three times"""
KB = 1000


@pytest.fixture(scope="module")
def dress():
    """Our own skin, which bulges as it bends, and blood that follows the forces at once."""
    return Dress(blush=ToyTips(strength=15, slow=0.004))


@pytest.fixture(scope="module")
def file(hand_clip, dress, tmp_path_factory):
    path = tmp_path_factory.mktemp("glb") / "clip.glb"
    glb.save(hand_clip, path, dress)
    return path


@pytest.fixture(scope="module")
def gltf(file):
    return PlainGltf(file)


def shells_of(gltf, name):
    return gltf.json["meshes"][gltf.nodes[gltf.named(f"{name}-blush")]["mesh"]]


def levels_of(gltf, hand):
    extras = gltf.json["extras"]["prehensile"]["hands"][hand]["blush"]
    return gltf.array(extras["levels"]).reshape(-1, 5).astype(int)


def tiles_of(dress, track):
    hand = hand_of(track)
    base = dress.picture(hand)
    return tip_tiles(dress.rig(hand), dress.lookup(hand), base.shape[1::-1])


@pytest.mark.parametrize("frame", [0, 3, -1])
def test_shells_lie_above_the_skin_up_to_the_level_and_under_it_beyond(
    hand_clip, dress, gltf, frame
):
    up = down = 0
    for h, track in enumerate(hand_clip.hands):
        tiles, lookup = tiles_of(dress, track), dress.lookup(hand_of(track))
        x, y = (dress.rig(hand_of(track)).uv[tiles.rows] * lookup.mask.shape).astype(int).T
        mask = lookup.mask[y, x]
        skin, normals = gltf.surface_at_key(f"{track.name}-skin", frame)
        skin, normals = skin[tiles.rows], normals[tiles.rows]
        at = levels_of(gltf, h)[frame]
        for level in range(1, len(shells_of(gltf, track.name)["primitives"]) + 1):
            shell, _ = gltf.surface_at_key(f"{track.name}-blush", frame, level - 1)
            height = FIRST + NEXT * (level - 1)
            lifted = at[tiles.finger] >= level
            off = np.linalg.norm(shell - skin, axis=1)
            # Blending shears a little what stands on the skin, as it does all skin at a joint.
            out = np.sum((shell - skin) * normals, axis=1)
            above = np.abs(out - height) < 0.3 * height + FINE
            ends = np.abs(out + FIRST) < 0.3 * FIRST + FINE
            assert (above | ends)[lifted].all() and (not lifted.any() or above[lifted].mean() > 0.8)
            assert mask[lifted & ~above].max(initial=0) < 64, "it ends where there is no colour"
            assert np.median(off[~lifted]) > 5e-4 if (~lifted).any() else True
            up, down = up + lifted.sum(), down + (~lifted).sum()
    assert up > 1000 and down > 1000


def test_shells_have_the_normals_of_the_skin(hand_clip, dress, gltf):
    track = hand_clip.hands[0]
    tiles = tiles_of(dress, track)
    _, skin = gltf.surface_at_key("right-skin", 4)
    _, shell = gltf.surface_at_key("right-blush", 4)
    cosine = np.sum(skin[tiles.rows] * shell, axis=1)
    assert np.degrees(np.arccos(np.clip(cosine, -1, 1))).max() < 2


def winding(points, vertices, faces):
    """How often a closed surface goes round each point (Van Oosterom and Strackee 1983)."""
    a, b, c = (vertices[faces[:, k]][None] - points[:, None] for k in range(3))
    la, lb, lc = (np.linalg.norm(v, axis=2) for v in (a, b, c))
    top = np.sum(a * np.cross(b, c), axis=2)
    below = la * lb * lc + (a * b).sum(2) * lc + (b * c).sum(2) * la + (c * a).sum(2) * lb
    return np.arctan2(top, below).sum(axis=1) / (2 * np.pi)


@pytest.mark.parametrize("pose", ["flat", "fist", "tip_pinch"])
def test_hidden_shells_are_inside_the_skin(dress, pose, rng):
    hand = Hand()
    q = np.stack([corpus()[pose].q] * 2)
    blood = np.zeros((2, 5, 4))
    blood[1, :, 0] = -1
    baked, tips = baked_skin(dress.rig(hand), q), tip_pictures(dress, hand, blood)
    tiles = tip_tiles(baked.rig, tips.lookup, tips.base.shape[1::-1])
    shells = _shells(baked, tiles, tips)
    skin, _ = posed_skin(baked.rig, hand, q[0])
    hidden, _ = posed_skin(shells.rig, hand, q[0])
    some = rng.permutation(len(hidden))[:120]
    # A surface is wound round once, and twice where fingers sink into the palm.
    assert (winding(hidden[some], skin, baked.rig.faces.astype(int)) > 0.5).all()


def test_every_shell_shows_its_level_of_the_hand_s_picture(hand_clip, dress, gltf, rng):
    """Nearest texels along both of its coordinates; both hands have pictures of their own."""
    for h, track in enumerate(hand_clip.hands):
        hand = hand_of(track)
        extras = gltf.json["extras"]["prehensile"]["hands"][h]["blush"]
        blood = gltf.array(extras["level_blood"]).reshape(-1, 5, 4)
        tiles = tiles_of(dress, track)
        own, lookup = levels_of(gltf, h).max(axis=0), dress.lookup(hand)
        for level, primitive in enumerate(shells_of(gltf, track.name)["primitives"], 1):
            material = gltf.json["materials"][primitive["material"]]
            assert material["normalTexture"]["texCoord"] == 1
            picture = picture_of(gltf, material)
            meant = dress.blush.painted(dress.picture(hand), lookup, blood[level])
            uv, place = (gltf.array(primitive["attributes"][f"TEXCOORD_{k}"]) for k in (1, 0))
            face = tiles.faces[own[tiles.finger[tiles.faces[:, 0]]] >= level]
            face = face[rng.integers(0, len(face), 3000)]
            share = rng.dirichlet([1, 1, 1], len(face))
            x, y = (np.einsum("nk,nkd->nd", share, uv[face]) * 1024).T
            u, v = (np.einsum("nk,nkd->nd", share, place[face]) * picture.shape[1::-1]).T
            clear = np.abs(np.stack([x, y]) - np.round([x, y])).min(axis=0) > 0.02
            shown = picture[v[clear].astype(int), u[clear].astype(int)]
            assert np.array_equal(shown, meant[y[clear].astype(int), x[clear].astype(int)])


def picture_of(gltf, material):
    texture = material["pbrMetallicRoughness"]["baseColorTexture"]["index"]
    image = gltf.json["images"][gltf.json["textures"][texture]["source"]]
    view = gltf.json["bufferViews"][image["bufferView"]]
    data = gltf.binary[view["byteOffset"] : view["byteOffset"] + view["byteLength"]]
    return np.asarray(Image.open(io.BytesIO(data)))


def test_weights_say_the_level(hand_clip, gltf):
    (animation,) = gltf.json["animations"]
    for h, track in enumerate(hand_clip.hands):
        node, mesh = gltf.named(f"{track.name}-blush"), shells_of(gltf, track.name)
        names = mesh["extras"]["targetNames"]
        counts = {len(p["targets"]) for p in mesh["primitives"]} | {len(mesh["weights"])}
        assert counts == {len(names)} and len(set(names)) == len(names)
        (channel,) = (c for c in animation["channels"] if c["target"]["node"] == node)
        sampler = animation["samplers"][channel["sampler"]]
        times = gltf.array(sampler["input"])[:, 0]
        weights = gltf.array(sampler["output"]).reshape(len(times), -1)
        frames = np.searchsorted(hand_clip.time.astype(np.float32), times)
        at = levels_of(gltf, h)[frames]
        for name, column in zip(names, weights.T, strict=True):
            digit, lifts, level = name.partition(" blush ")
            if lifts:
                assert np.array_equal(column, at[:, DIGITS.index(digit)] >= int(level))


def test_blood_of_every_frame_is_in_the_extras(hand_clip, dress, gltf):
    blood = dress.blood(hand_clip)
    for h, track in enumerate(hand_clip.hands):
        extras = gltf.json["extras"]["prehensile"]["hands"][h]["blush"]
        read = gltf.array(extras["blood"]).reshape(-1, 5, 4)
        assert np.allclose(read, blood[:, h], atol=1e-6)
        assert np.allclose(extras["pigment"], dress.blush.pigment) and extras["space"] == "srgb"
        used = gltf.array(extras["level_blood"]).reshape(-1, 5, 4)
        assert not used[0].any()
        assert len(used) == len(shells_of(gltf, track.name)["primitives"]) + 1
        assert 0 < extras["color_error"] < 8


def test_the_validator_finds_nothing(file, glb_issues):
    issues = glb_issues(file)
    assert (issues["numErrors"], issues["numWarnings"]) == (0, 0), issues["messages"][:5]


def test_it_is_read_back_with_and_without_our_extras(hand_clip, file, tmp_path):
    assert Clip.load(file).allclose(hand_clip, 0)
    data = file.read_bytes()
    (size,) = struct.unpack_from("<I", data, 12)
    document = json.loads(data[20 : 20 + size])
    del document["extras"]
    # Some programs write a skin for each mesh that wears it.
    document["skins"].append(document["skins"][0])
    document["nodes"][PlainGltf(file).named("right-blush")]["skin"] = 2
    text = json.dumps(document, separators=(",", ":")).encode()
    path = tmp_path / "bare.glb"
    path.write_bytes(data[:20] + text + b" " * (size - len(text)) + data[20 + size :])
    read = Clip.load(path)
    assert [t.name for t in read.hands] == ["right", "left"]
    assert [b.name for b in read.bodies] == ["block"]
    for mine, theirs in zip(read.hands, hand_clip.hands, strict=True):
        assert np.abs(mine.q - theirs.q).max() < 1e-4


def test_without_colour_the_file_is_what_it_was(hand_clip, dress, gltf, tmp_path):
    path = tmp_path / "plain.glb"
    glb.save(hand_clip, path, replace(dress, blush=None))
    plain = PlainGltf(path)
    assert not [n for n in plain.nodes if "blush" in n.get("name", "")]
    assert not any("blush" in hand for hand in plain.json["extras"]["prehensile"]["hands"])
    # What both files have is the same.
    both = [n for n in gltf.nodes if "blush" not in n.get("name", "")]
    assert [n.get("name") for n in plain.nodes] == [n.get("name") for n in both]
    for name in ("right-skin", "left-skin", "block"):
        for a, b in zip(plain.surface_at_key(name, 4), gltf.surface_at_key(name, 4), strict=True):
            assert np.array_equal(a, b)


def test_programs_with_our_shader_get_blood_without_shells(hand_clip, dress, tmp_path):
    path = tmp_path / "player.glb"
    path.write_bytes(glb.glb_bytes(hand_clip, dress, shells=False))
    gltf = PlainGltf(path)
    assert not [n for n in gltf.nodes if "blush" in n.get("name", "")]
    extras = gltf.json["extras"]["prehensile"]["hands"][1]["blush"]
    assert set(extras) == {"blood", "pigment", "space"}


def test_a_hand_that_nothing_presses_has_no_shells(hand_clip, dress, tmp_path, glb_issues):
    still = replace(hand_clip, finger_force=0 * hand_clip.finger_force)
    path = tmp_path / "still.glb"
    glb.save(still, path, dress)
    gltf = PlainGltf(path)
    assert not [n for n in gltf.nodes if "blush" in n.get("name", "")]
    assert not gltf.array(gltf.json["extras"]["prehensile"]["hands"][0]["blush"]["blood"]).any()
    assert glb_issues(path)["numErrors"] == 0


def test_it_stays_small(hand_clip, dress, file, tmp_path):
    path = tmp_path / "plain.glb"
    glb.save(hand_clip, path, replace(dress, blush=None))
    more = file.stat().st_size - path.stat().st_size
    assert more < 2 * 2200 * KB, "two hands"


def test_a_skin_without_pictures_stays_as_it_is(hand_clip, dress, tmp_path):
    path = tmp_path / "bare.glb"
    glb.save(hand_clip, path, replace(dress, bare=True))
    extras = PlainGltf(path).json["extras"]["prehensile"]["hands"]
    assert not any("blush" in hand for hand in extras)
