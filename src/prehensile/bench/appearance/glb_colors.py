"""The colours that three.js shows of our GLB against procedure 5-4.

The plain `GLTFLoader` opens the file and the plain `AnimationMixer` plays it; every fingertip is
drawn from both sides without light, once as it is and once with each pixel's place in the skin's
picture in the place of its colour. NumPy says what that place should look like at that frame.
"""

import base64
import tempfile
from pathlib import Path
from typing import NamedTuple

import numpy as np

from prehensile.appearance.model.absorption import linear_of_srgb, srgb_of_linear
from prehensile.appearance.model.procedure import blushed, sampled
from prehensile.appearance.worn import Blush
from prehensile.bench._browser import open_page
from prehensile.bench._folder_server import folder_served
from prehensile.bench.appearance.pressed_clip import pressed_clip
from prehensile.export import glb
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.motion.clip import Clip
from prehensile.motion.tracked_hand import hand_of
from prehensile.skin.dress import Dress

THREE = Path(__file__).parents[4] / "page" / "node_modules" / "three"
"""Where a checkout has three.js."""
PATIENCE_MS = 120_000
"""Until a picture is drawn without a graphics card."""
LOOKED_AT = [5, 17, 30, 43]
"""Frames of the pressed hand: at rest, on the way, pale, refilling, at rest again."""


class Seen(NamedTuple):
    """Pixels of fingertips, from one frame of a file."""

    uv: np.ndarray
    """(N, 2) places in the skin's picture, origin upper left"""
    color: np.ndarray
    """(N, 3) sRGB, 0 … 1"""


def glb_color_err(color: Blush | None = None) -> float | None:
    """[of 255] the largest difference of a channel of a fingertip between three.js and NumPy.

    A hand in the shipped colour, or another, that is pressed and let go, at four frames. None
    without three.js or a browser.
    """
    differences = color_differences(pressed_clip(), color or Blush(), LOOKED_AT)
    return None if differences is None else float(np.concatenate(differences).max())


def color_differences(clip: Clip, color: Blush, frames: list[int]) -> list[np.ndarray] | None:
    """[of 255] of every pixel of a fingertip (N,) of the first hand, for each frame; or None."""
    dress, hand = Dress(blush=color), hand_of(clip.hands[0])
    base, lookup, blood = dress.picture(hand), dress.lookup(hand), color.over(clip)
    assert base is not None and lookup is not None, "our own skin has pictures"
    seen = seen_tips(clip, dress, clip.time[frames])
    if seen is None:
        return None
    height, width = lookup.mask.shape
    result = []
    for frame, (uv, shown) in zip(frames, seen, strict=True):
        x, y = np.clip(np.floor(uv * [width, height]).astype(int), 0, [width - 1, height - 1]).T
        here = lookup.mask[y, x] > 0
        meant = blushed(color.model, base / 255, lookup, blood[frame, 0])
        # Graphics cards mix neighbouring texels as light.
        light = sampled(linear_of_srgb(meant), uv[here])
        result.append(255 * np.abs(srgb_of_linear(light) - shown[here]).max(axis=1))
    return result


def seen_tips(clip: Clip, dress: Dress, times: np.ndarray) -> list[Seen] | None:
    """What three.js shows of the first hand's fingertips at some times [s] of the clip's GLB."""
    if not THREE.is_dir():
        return None
    tips = list(TIP_SEGMENT.values())
    with tempfile.TemporaryDirectory() as folder:
        glb.save(clip, Path(folder) / "clip.glb", dress)
        (Path(folder) / "index.html").write_text(PAGE, "utf-8")
        with folder_served(Path(folder), {"three": THREE}) as url, open_page(url) as page:
            if page is None:
                return None
            page.set_default_timeout(PATIENCE_MS)
            page.wait_for_function("window.ready")
            look = "([time, tips]) => window.look(time, tips)"
            return [
                _pixels(page.evaluate(look, [float(t), tips])) for t in times.astype(np.float32)
            ]


def _pixels(drawn: list[str]) -> Seen:
    """Of pictures in base64: RGBA floats of light, and of places; alpha 0 where nothing is."""
    light, places = (
        np.concatenate([np.frombuffer(base64.b64decode(d), "<f4").reshape(-1, 4) for d in half])
        for half in (drawn[::2], drawn[1::2])
    )
    here = (light[:, 3] > 0) & (places[:, 3] > 0)
    return Seen(places[here, :2].astype(float), srgb_of_linear(light[here, :3]))


PAGE = """<!doctype html>
<script type="importmap">
  { "imports": {
      "three": "/three/build/three.module.js", "three/addons/": "/three/examples/jsm/" } }
</script>
<script type="module">
  import * as THREE from "three";
  import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";

  const SIZE = 96, WIDE = 0.024, FAR = 0.15; // pixels; metres that they show, from this distance
  const renderer = new THREE.WebGLRenderer();
  const target = new THREE.WebGLRenderTarget(SIZE, SIZE, { type: THREE.FloatType });
  const angle = 2 * THREE.MathUtils.radToDeg(Math.atan(WIDE / 2 / FAR));
  const camera = new THREE.PerspectiveCamera(angle, 1, 0.01, 10);
  const gltf = await new GLTFLoader().loadAsync("clip.glb");
  const scene = new THREE.Scene();
  scene.add(gltf.scene);
  const mixer = new THREE.AnimationMixer(gltf.scene);
  const action = mixer.clipAction(gltf.animations[0]);
  action.setLoop(THREE.LoopOnce);
  action.clampWhenFinished = true;
  action.play();

  const meshes = [];
  gltf.scene.traverse((mesh) => {
    if (!mesh.isMesh) return;
    const { map, normalMap, color } = mesh.material;
    if (!mesh.isSkinnedMesh) { mesh.visible = false; return; }
    mesh.frustumCulled = false;
    map.minFilter = THREE.LinearFilter;
    const plain = new THREE.MeshBasicMaterial({ map, color });
    // The relief lies on skin and shells by the skin's own coordinates.
    const placed = new THREE.MeshBasicMaterial({ map: normalMap });
    placed.onBeforeCompile = (shader) => {
      shader.fragmentShader = shader.fragmentShader.replace(
        "#include <map_fragment>", "diffuseColor = vec4(vMapUv, 0.0, 1.0);");
    };
    meshes.push({ mesh, plain, placed });
  });

  function drawn(kind) {
    for (const entry of meshes) entry.mesh.material = entry[kind];
    renderer.setRenderTarget(target);
    renderer.setClearColor(0, 0);
    renderer.render(scene, camera);
    const pixels = new Float32Array(4 * SIZE * SIZE);
    renderer.readRenderTargetPixels(target, 0, 0, SIZE, SIZE, pixels);
    const bytes = new Uint8Array(pixels.buffer);
    let text = "";
    for (let i = 0; i < bytes.length; i += 8192)
      text += String.fromCharCode(...bytes.subarray(i, i + 8192));
    return btoa(text);
  }

  window.look = (time, tips) => {
    mixer.setTime(time);
    scene.updateMatrixWorld(true);
    const found = [];
    for (const name of tips) {
      const joint = gltf.scene.getObjectByName(name);
      const middle = new THREE.Vector3(), back = new THREE.Vector3(), ahead = new THREE.Vector3();
      joint.children[0].getWorldPosition(middle);
      joint.matrixWorld.extractBasis(new THREE.Vector3(), back, ahead);
      middle.addScaledVector(ahead, 0.008);
      for (const side of [1, -1]) {
        camera.position.copy(middle).addScaledVector(back, side * FAR);
        camera.up.copy(ahead);
        camera.lookAt(middle);
        camera.updateMatrixWorld();
        found.push(drawn("plain"), drawn("placed"));
      }
    }
    return found;
  };
  window.ready = true;
</script>
"""
