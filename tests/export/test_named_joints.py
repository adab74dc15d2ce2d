"""GLBs of hands that wear somebody's mesh: the tracks play on the rig that the mesh came from."""

import json
import subprocess
from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation
from tests.skin.foreign_hand import foreign_hand
from tests.skin.rig_names import maker_s_name

from prehensile.export.glb import glb_bytes
from prehensile.files.glb import Gltf, glb_chunks
from prehensile.hand.corpus import corpus
from prehensile.hand.spec import HandSpec
from prehensile.hand.webxr_joints import webxr_joints
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.motion.clip import Clip, HandTrack
from prehensile.motion.contacts import ContactTrack
from prehensile.skin.dress import Dress
from prehensile.skin.imported.rig import imported_hand
from prehensile.skin.rig.blend import blended_skin
from prehensile.skin.rig.rig import joint_transforms

NAMES = webxr_joints()[0]
T_FILE = se3.exp(np.array([0.2, -0.1, 0.4, 0.8, -1.2, 0.5]))
POSES = ("neutral", "fist", "tip_pinch")


def stranger(maker, side, rng, scale=1.0, flat=False):
    """A maker's rig whose joints are turned at random, under an armature."""
    hand = foreign_hand(HandSpec.sample(5, side), corpus()["neutral"].q, T_FILE)
    hand.axes = Rotation.random(len(hand.names), rng).as_matrix()
    hand = hand.renamed({n: maker_s_name(maker, n, side) for n in NAMES}, side)
    hand = replace(hand, places=scale * hand.places, vertices=scale * hand.vertices)
    hand.above = {"name": "Armature", "rotation": [0.5, 0.5, 0.5, 0.5], "scale": [2.0, 2.0, 2.0]}
    if flat:
        hand.parents = [-1] * len(hand.parents)
    return hand


def clip_of(found):
    """Three poses, the wrist and the forearm moving too."""
    q = np.stack([corpus()[name].q for name in POSES])
    q[:, :3] = [[0, 0, 0], [0.3, -0.2, 0.4], [-0.4, 0.1, -0.2]]
    forearm = se3.to_pose7(se3.exp(np.array([[0.1, 0.2, 0.3, 0.4, -0.2, 0.1]]) * [[1], [2], [3]]))
    track = HandTrack("hand", found.hand.spec.to_json(), tuple(found.hand.joint_names), q, forearm)
    n = len(POSES)
    return Clip(
        np.arange(n) / 2, (track,), (), ContactTrack.empty(n), np.zeros((n, 1, 5)), np.zeros((n, 1))
    )


def exported(found):
    dress = Dress(worn={found.hand.spec: found.rig})
    clip = clip_of(found)
    return clip, glb_bytes(clip, dress)


class Nodes:
    """The nodes of a GLB and where its animation puts them, by glTF's own rules."""

    def __init__(self, data):
        document, binary = glb_chunks(data)
        self.file = Gltf(document, binary)
        self.nodes = self.file.list("nodes")
        self.parent = {c: k for k, n in enumerate(self.nodes) for c in n.get("children", [])}
        self.at = {n["name"]: k for k, n in enumerate(self.nodes)}
        (animation,) = self.file.list("animations")
        self.tracks = {}
        for channel in animation["channels"]:
            sampler = animation["samplers"][channel["sampler"]]
            target = channel["target"]
            self.tracks[self.nodes[target["node"]]["name"], target["path"]] = self.file.array(
                sampler["output"]
            )

    def path(self, name):
        """Names from a node up."""
        k, names = self.at[name], []
        while k is not None:
            names.append(self.nodes[k]["name"])
            k = self.parent.get(k)
        return names

    def world(self, name, frame):
        node, T = self.nodes[self.at[name]], np.eye(4)
        turn = self.tracks.get((name, "rotation"), [node.get("rotation", [0, 0, 0, 1])] * 9)[frame]
        T[:3, :3] = Rotation.from_quat(turn).as_matrix()
        T[:3, 3] = self.tracks.get((name, "translation"), [node.get("translation", [0, 0, 0])] * 9)[
            frame
        ]
        above = self.path(name)[1:]
        return self.world(above[0], frame) @ T if above else T


@pytest.mark.parametrize(
    ("maker", "side", "scale"),
    [("mixamo", "right", 100.0), ("rigify", "left", 1.0), ("unreal", "right", 1.0)],
)
def test_nodes_have_the_maker_s_names_and_nesting_and_stand_where_our_joints_do(
    tmp_path, rng, maker, side, scale
):
    hand = stranger(maker, side, rng, scale)
    found = imported_hand(hand.save(tmp_path / "hand.glb"))
    clip, data = exported(found)
    nodes = Nodes(data)
    for name, parent in zip(hand.names, hand.parents, strict=True):
        above = hand.names[parent] if parent >= 0 else "Armature"
        assert nodes.path(name)[1] == above
        joint = next(n for n in NAMES if maker_s_name(maker, n, side) == name)
        if joint.endswith(("tip", "metacarpal")) and not joint.startswith("thumb-m"):
            continue  # fixed to what is above
        for frame, (q, T) in enumerate(
            zip(clip.hands[0].q, se3.from_pose7(clip.hands[0].T_world_forearm), strict=True)
        ):
            wanted = segment_transforms(found.hand, q, T)[joint][:3, 3]
            seen = nodes.world(name, frame)[:3, 3]
            np.testing.assert_allclose(
                seen, [wanted[0], wanted[2], -wanted[1]], atol=1e-3, err_msg=name
            )
    assert nodes.path("Armature") == ["Armature", "hand"]
    turned = {name for name, path in nodes.tracks if path == "rotation"}
    assert turned <= {*hand.names, "hand"} and len(turned) >= 16
    assert {name for name, path in nodes.tracks if path == "translation"} == {"hand"}
    (skin,) = nodes.file.list("skins")
    assert [nodes.nodes[k]["name"] for k in skin["joints"]] == hand.names


def test_at_its_bind_pose_every_node_is_turned_as_in_the_file(tmp_path, rng):
    hand = stranger("vroid", "right", rng)
    found = imported_hand(hand.save(tmp_path / "hand.glb"))
    q = np.stack([found.bind_q, found.bind_q + 0.01])
    track = replace(
        clip_of(found).hands[0], q=q, T_world_forearm=se3.to_pose7(np.tile(np.eye(4), (2, 1, 1)))
    )
    clip = Clip(
        np.arange(2.0), (track,), (), ContactTrack.empty(2), np.zeros((2, 1, 5)), np.zeros((2, 1))
    )
    nodes = Nodes(glb_bytes(clip, Dress(worn={found.hand.spec: found.rig})))
    bind = hand.bind()
    for k, parent in enumerate(hand.parents):
        local = bind[k] if parent < 0 else np.linalg.inv(bind[parent]) @ bind[k]
        name = hand.names[k]
        seen = Rotation.from_quat(
            nodes.tracks[name, "rotation"][0]
            if (name, "rotation") in nodes.tracks
            else nodes.nodes[nodes.at[name]]["rotation"]
        )
        off = Rotation.from_matrix(local[:3, :3]).inv() * seen
        assert off.magnitude() < 1e-4, name


def test_joints_that_are_not_nested_move_by_places_too(tmp_path, rng):
    hand = stranger("phalanges", "right", rng, flat=True)
    found = imported_hand(hand.save(tmp_path / "hand.glb"))
    clip, data = exported(found)
    nodes = Nodes(data)
    tip = nodes.world("r_index_distPhalanx", 1)[:3, 3]
    T = se3.from_pose7(clip.hands[0].T_world_forearm)[1]
    name = "index-finger-phalanx-distal"
    x, y, z = segment_transforms(found.hand, clip.hands[0].q[1], T)[name][:3, 3]
    np.testing.assert_allclose(tip, [x, z, -y], atol=1e-3)
    assert len({path for name, path in nodes.tracks if name == "r_index_distPhalanx"}) == 2


def _saved(data, tmp_path):
    path = tmp_path / "out.glb"
    path.write_bytes(data)
    return path


def test_the_file_is_valid(tmp_path, rng, glb_issues):
    found = imported_hand(stranger("mixamo", "right", rng).save(tmp_path / "hand.glb"))
    report = glb_issues(_saved(exported(found)[1], tmp_path))
    assert report["numErrors"] == report["numWarnings"] == 0, report["messages"]


PLAY_ON_THEIRS = """
import { readFileSync } from "node:fs";
const [, , modules, theirs, ours, time] = process.argv;
globalThis.self = globalThis;
const THREE = await import(`${modules}/three/build/three.module.js`);
const { GLTFLoader } = await import(`${modules}/three/examples/jsm/loaders/GLTFLoader.js`);
const open = (path) =>
  new GLTFLoader().parseAsync(new Uint8Array(readFileSync(path)).buffer, "");
const rig = await open(theirs), clip = (await open(ours)).animations[0];
const warned = [];
console.warn = (...words) => warned.push(words.join(" "));
const mixer = new THREE.AnimationMixer(rig.scene);
mixer.clipAction(clip).play();
mixer.setTime(Number(time));
rig.scene.updateMatrixWorld(true);
const places = {};
rig.scene.traverse((node) => {
  const p = new THREE.Vector3().setFromMatrixPosition(node.matrixWorld);
  if (node.userData.name || node.name) places[node.userData.name || node.name] = [p.x, p.y, p.z];
});
console.log(JSON.stringify({ places, warned }));
"""


def test_three_js_plays_the_clip_on_the_rig_that_the_mesh_came_from(
    tmp_path, rng, node, node_modules
):
    """Their file is opened by itself; our animation finds its bones by name and bends them."""
    hand = stranger("mixamo", "right", rng, scale=100.0)
    theirs = hand.save(tmp_path / "hand.glb")
    found = imported_hand(theirs)
    clip, data = exported(found)
    script = tmp_path / "play.mjs"
    script.write_text(PLAY_ON_THEIRS)
    for frame, time in enumerate(clip.time[:-1]):
        arguments = [node, script, node_modules.as_uri(), theirs, _saved(data, tmp_path), str(time)]
        done = subprocess.run(arguments, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 0, done.stderr
        places = json.loads(done.stdout)["places"]
        joints = {n: maker_s_name("mixamo", n, "right") for n in NAMES}
        moving = [n for n in NAMES if joints[n] and not n.endswith(("tip", "finger-metacarpal"))]
        seen = np.array([places[joints[n]] for n in moving]) / 200  # centimetres, armature × 2
        poses = segment_transforms(found.hand, clip.hands[0].q[frame])
        wanted = np.array([poses[n][:3, 3] for n in moving])
        # The same shape wherever it stands: all distances between joints agree.
        for of in (seen, wanted):
            assert np.isfinite(of).all()
        apart = [np.linalg.norm(p[:, None] - p[None], axis=-1) for p in (seen, wanted)]
        np.testing.assert_allclose(*apart, atol=1e-3)


def test_the_skin_of_an_artist_s_hand_is_posed_by_its_own_joints_as_by_ours(reference_data):
    """What was written, blended by glTF's rules, against our skinning of the rig."""
    found = imported_hand(reference_data("hands", "godot_cc0", "Hand_Nails_R.gltf"))
    clip, data = exported(found)
    nodes = Nodes(data)
    (skin,), (mesh, *_) = nodes.file.list("skins"), nodes.file.list("meshes")
    inverse = nodes.file.array(skin["inverseBindMatrices"]).reshape(-1, 4, 4).transpose(0, 2, 1)
    names = [nodes.nodes[k]["name"] for k in skin["joints"]]
    assert {"Wrist_R", "Index_Proximal_R", "Palm_R"} <= set(names)
    at = mesh["primitives"][0]["attributes"]
    rest, joints, weights = (nodes.file.array(at[k]) for k in ("POSITION", "JOINTS_0", "WEIGHTS_0"))
    for frame, T in enumerate(se3.from_pose7(clip.hands[0].T_world_forearm)):
        M = np.stack([nodes.world(name, frame) for name in names]) @ inverse
        whole = np.column_stack([rest, np.ones(len(rest))])
        seen = np.einsum("vk,vkij,vj->vi", weights, M[joints.astype(int)], whole)[:, :3]
        posed = joint_transforms(found.rig, found.hand, clip.hands[0].q[frame], T)
        own, _ = blended_skin(found.rig, posed)
        away = np.linalg.norm(seen - own[:, [0, 2, 1]] * [1, 1, -1], axis=1)
        assert away.max() < 5e-4 and np.median(away) < 1e-4
