import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  FloatType,
  GLSL3,
  Mesh,
  NearestFilter,
  OrthographicCamera,
  PlaneGeometry,
  ShaderMaterial,
  SkinnedMesh,
  Vector2,
  type WebGLRenderer,
  WebGLRenderTarget,
} from "three";

import type { HandView } from "./hand";
import { extend } from "./program";
import type { Quality } from "./quality";

const WIDTH = 256;

/** Where the graphics card puts the vertices of a hand, x, y, z of each [m], and their unit normals,
 * world.
 *
 * The corrections and the skinning are those of the vertex program that draws it; here every vertex
 * is a point that writes its place and its normal into pixels of its own. */
export function posedSkin(renderer: WebGLRenderer, hand: HandView): { vertices: number[]; normals: number[] } {
  const skin = hand.mesh;
  const count = skin.geometry.getAttribute("position").count;
  const size = new Vector2(WIDTH, Math.ceil(count / WIDTH));
  const material = new ShaderMaterial({
    glslVersion: GLSL3,
    uniforms: { size: { value: size } },
    vertexShader: `
      #include <common>
      #include <skinning_pars_vertex>
      uniform vec2 size;
      out vec3 place;
      out vec3 direction;
      void main() {
        #include <beginnormal_vertex>
        #include <skinbase_vertex>
        #include <skinnormal_vertex>
        #include <begin_vertex>
        #include <skinning_vertex>
        place = (modelMatrix * vec4(transformed, 1.0)).xyz;
        direction = normalize(mat3(modelMatrix) * objectNormal);
        vec2 pixel = vec2(gl_VertexID % int(size.x), gl_VertexID / int(size.x)) + 0.5;
        gl_Position = vec4(2.0 * pixel / size - 1.0, 0.0, 1.0);
        gl_PointSize = 1.0;
      }`,
    fragmentShader: `
      in vec3 place;
      in vec3 direction;
      layout(location = 0) out vec4 vertex;
      layout(location = 1) out vec4 normal;
      void main() {
        vertex = vec4(place, 1.0);
        normal = vec4(direction, 1.0);
      }`,
    depthTest: false,
  });
  hand.corrections?.taught(material);
  const points = new BufferGeometry();
  for (const [name, attribute] of Object.entries(skin.geometry.attributes)) {
    points.setAttribute(name, attribute);
  }
  const mesh = Object.assign(new SkinnedMesh(points, material), { isMesh: false, isPoints: true });
  mesh.bind(skin.skeleton, skin.bindMatrix);
  mesh.matrixAutoUpdate = mesh.frustumCulled = false;
  mesh.matrixWorld.copy(skin.matrixWorld);
  const target = new WebGLRenderTarget(size.x, size.y, {
    count: 2,
    type: FloatType,
    minFilter: NearestFilter,
    magFilter: NearestFilter,
    depthBuffer: false,
  });
  renderer.setRenderTarget(target);
  renderer.render(mesh, new OrthographicCamera());
  const pixels = new Float32Array(4 * size.x * size.y);
  const read = (texture: number) => {
    renderer.readRenderTargetPixels(target, 0, 0, size.x, size.y, pixels, undefined, texture);
    return Array.from({ length: 3 * count }, (_, k) => pixels[4 * Math.floor(k / 3) + (k % 3)]!);
  };
  const found = { vertices: read(0), normals: read(1) };
  renderer.setRenderTarget(null);
  material.dispose();
  target.dispose();
  return found;
}

/** Base colour r, g, b in linear light of texels x, y of a hand's pictures, before light falls on it.
 *
 * A material as the hand is drawn by paints its picture flat, pixel on texel, and writes what it has
 * for a base colour; one without a picture paints grey, and without blood it is not taught of any. */
export function baseColors(
  renderer: WebGLRenderer,
  hand: HandView,
  quality: Quality,
  texels: readonly number[],
  blood: readonly number[] | null,
): number[] {
  const size = hand.pictureSize;
  const kept = hand.blood.slice();
  if (blood !== null) hand.flush(Float32Array.from(blood), 0);
  const material = extend(hand.skin(quality, blood !== null), "base-color", (program) => {
    program.vertexShader = program.vertexShader.replace(
      "#include <project_vertex>",
      "#include <project_vertex>\ngl_Position = vec4(2.0 * uv - 1.0, 0.0, 1.0);",
    );
    program.fragmentShader = program.fragmentShader.replace(
      "#include <opaque_fragment>",
      "gl_FragColor = vec4(diffuseColor.rgb, 1.0);",
    );
  });
  material.side = DoubleSide;
  const flat = new PlaneGeometry(1, 1);
  flat.setAttribute("color", new BufferAttribute(new Float32Array(12).fill(0.5), 3));
  flat.setAttribute("corrected", new BufferAttribute(new Uint32Array(8), 2));
  const mesh = new Mesh(flat, material);
  mesh.frustumCulled = false;
  const target = new WebGLRenderTarget(size.x, size.y, { type: FloatType, depthBuffer: false });
  renderer.setRenderTarget(target);
  renderer.render(mesh, new OrthographicCamera());
  const pixels = new Float32Array(4 * size.x * size.y);
  renderer.readRenderTargetPixels(target, 0, 0, size.x, size.y, pixels);
  renderer.setRenderTarget(null);
  for (const used of [flat, material, target]) used.dispose();
  hand.flush(kept, 0);
  return texels.flatMap((x, k) => {
    if (k % 2 === 1) return [];
    const at = 4 * (texels[k + 1]! * size.x + x);
    return [...pixels.subarray(at, at + 3)];
  });
}
