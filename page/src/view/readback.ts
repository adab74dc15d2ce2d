import {
  BufferGeometry,
  FloatType,
  NearestFilter,
  OrthographicCamera,
  ShaderMaterial,
  SkinnedMesh,
  Vector2,
  type WebGLRenderer,
  WebGLRenderTarget,
} from "three";

const WIDTH = 256;

/** Where the graphics card puts the vertices of a skin: x, y, z of each [m], world.
 *
 * The skinning is three's own, the part of the vertex program that draws it too; here every vertex
 * is a point that writes its place into a pixel of its own. */
export function skinnedPlaces(renderer: WebGLRenderer, skin: SkinnedMesh): number[] {
  const count = skin.geometry.getAttribute("position").count;
  const size = new Vector2(WIDTH, Math.ceil(count / WIDTH));
  const material = new ShaderMaterial({
    uniforms: { size: { value: size } },
    vertexShader: `
      #include <common>
      #include <skinning_pars_vertex>
      uniform vec2 size;
      varying vec3 place;
      void main() {
        #include <skinbase_vertex>
        #include <begin_vertex>
        #include <skinning_vertex>
        place = (modelMatrix * vec4(transformed, 1.0)).xyz;
        vec2 pixel = vec2(gl_VertexID % int(size.x), gl_VertexID / int(size.x)) + 0.5;
        gl_Position = vec4(2.0 * pixel / size - 1.0, 0.0, 1.0);
        gl_PointSize = 1.0;
      }`,
    fragmentShader: `
      varying vec3 place;
      void main() { gl_FragColor = vec4(place, 1.0); }`,
    depthTest: false,
  });
  const points = new BufferGeometry();
  for (const name of ["position", "skinIndex", "skinWeight"]) {
    points.setAttribute(name, skin.geometry.getAttribute(name));
  }
  const mesh = Object.assign(new SkinnedMesh(points, material), { isMesh: false, isPoints: true });
  mesh.bind(skin.skeleton, skin.bindMatrix);
  mesh.matrixAutoUpdate = mesh.frustumCulled = false;
  mesh.matrixWorld.copy(skin.matrixWorld);
  const target = new WebGLRenderTarget(size.x, size.y, {
    type: FloatType,
    minFilter: NearestFilter,
    magFilter: NearestFilter,
    depthBuffer: false,
  });
  const pixels = new Float32Array(4 * size.x * size.y);
  renderer.setRenderTarget(target);
  renderer.render(mesh, new OrthographicCamera());
  renderer.readRenderTargetPixels(target, 0, 0, size.x, size.y, pixels);
  renderer.setRenderTarget(null);
  material.dispose();
  target.dispose();
  return Array.from({ length: 3 * count }, (_, k) => pixels[4 * Math.floor(k / 3) + (k % 3)]!);
}
