import json
import subprocess

import numpy as np
import pytest


@pytest.fixture(scope="session")
def written(hand_clip, tmp_path_factory):
    """A GLB of two hands and a block."""
    return hand_clip.save(tmp_path_factory.mktemp("glb") / "clip.glb")


@pytest.fixture(scope="session")
def glb_issues(node, node_modules, tmp_path_factory):
    """``glb_issues(path)``: what the Khronos validator says."""
    script = tmp_path_factory.mktemp("validator") / "validate.cjs"
    script.write_text(VALIDATOR_SCRIPT)

    def issues(path):
        arguments = [node, script, node_modules / "gltf-validator", path]
        done = subprocess.run(arguments, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return issues


@pytest.fixture(scope="session")
def three_vertices(node, node_modules, tmp_path_factory):
    """``three_vertices(path, time)``: skinned mesh → its vertices (V, 3) in three.js, y up."""
    script = tmp_path_factory.mktemp("three") / "skin.mjs"
    script.write_text(THREE_SCRIPT)

    def vertices(path, time):
        arguments = [node, script, node_modules.as_uri(), path, repr(float(np.float32(time)))]
        done = subprocess.run(arguments, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 0, done.stderr
        meshes = json.loads(done.stdout)
        return {name: np.array(flat).reshape(-1, 3) for name, flat in meshes.items()}

    return vertices


VALIDATOR_SCRIPT = """
const [, , validator, path] = process.argv;
const bytes = new Uint8Array(require("fs").readFileSync(path));
const show = (report) => console.log(JSON.stringify(report.issues));
require(validator).validateBytes(bytes).then(show);
"""

THREE_SCRIPT = """
import { readFileSync } from "node:fs";
const [, , modules, path, time] = process.argv;
globalThis.self = globalThis; // a browser's; pictures stay unread without one
const THREE = await import(`${modules}/three/build/three.module.js`);
const { GLTFLoader } = await import(`${modules}/three/examples/jsm/loaders/GLTFLoader.js`);
const data = readFileSync(path);
const gltf = await new GLTFLoader().parseAsync(new Uint8Array(data).buffer, "");
const mixer = new THREE.AnimationMixer(gltf.scene);
const action = mixer.clipAction(gltf.animations[0]);
action.setLoop(THREE.LoopOnce);
action.clampWhenFinished = true;
action.play();
mixer.setTime(Number(time));
gltf.scene.updateMatrixWorld(true);
const meshes = {};
gltf.scene.traverse((mesh) => {
  if (!mesh.isSkinnedMesh) return;
  mesh.skeleton.update();
  const position = mesh.geometry.attributes.position;
  const point = new THREE.Vector3();
  meshes[mesh.name] = [];
  for (let i = 0; i < position.count; i++) {
    mesh.getVertexPosition(i, point); // morph targets, then bones
    meshes[mesh.name].push(...point.applyMatrix4(mesh.matrixWorld).toArray());
  }
});
console.log(JSON.stringify(meshes));
"""
