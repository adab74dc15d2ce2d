import assert from "node:assert/strict";
import { test } from "node:test";

import { MeshBasicMaterial, ShaderLib, Texture, type Vector4, type WebGLProgramParametersWithUniforms } from "three";

import { Blush } from "../src/view/blush";
import { extend } from "../src/view/program";

type Program = WebGLProgramParametersWithUniforms;

/** One of three's own programs before anybody has changed it. */
function program(kind: "lambert" | "physical"): Program {
  const { vertexShader, fragmentShader } = ShaderLib[kind];
  return { uniforms: {}, vertexShader, fragmentShader } as unknown as Program;
}

function blush(space: "srgb" | "linear" = "srgb"): Blush {
  const scale = [2, 1, 1, 0.5];
  return new Blush({ lookup: new Texture(), textures: new Texture(), scale, pigment: [0.2, 0.8, 0.6], space });
}

function compiled(material: MeshBasicMaterial, kind: "lambert" | "physical"): Program {
  const made = program(kind);
  material.onBeforeCompile(made, undefined as never);
  return made;
}

test("changes add up, and programs with other changes are not shared", () => {
  const [none, one, both] = [new MeshBasicMaterial(), new MeshBasicMaterial(), new MeshBasicMaterial()];
  const told: string[] = [];
  extend(one, "a", () => void told.push("a"));
  extend(extend(both, "a", () => void told.push("a")), "b", () => void told.push("b"));
  both.onBeforeCompile(program("lambert"), undefined as never);
  assert.deepEqual(told, ["a", "b"]);
  assert.equal(new Set([none, one, both].map((material) => material.customProgramCacheKey())).size, 3);
  const same = extend(new MeshBasicMaterial(), "a", () => undefined);
  assert.equal(same.customProgramCacheKey(), one.customProgramCacheKey());
});

test("both programs of three change the base colour once it is known, and before light", () => {
  for (const kind of ["lambert", "physical"] as const) {
    const { vertexShader, fragmentShader } = compiled(blush().taught(new MeshBasicMaterial()), kind);
    assert.ok(vertexShader.includes("blushUv = uv;"));
    const place = (text: string) => fragmentShader.indexOf(text);
    const order = ["vec3 blushed(vec3", "#include <map_fragment>", "#include <color_fragment>", "diffuseColor.rgb = blushed(", "#include <lights_fragment_begin>"];
    const places = order.map(place);
    assert.ok(places.every((at) => at >= 0));
    assert.deepEqual(places, places.toSorted((a, b) => a - b));
  }
});

test("the space of the logarithms is another program", () => {
  const [files, light] = [blush().taught(new MeshBasicMaterial()), blush("linear").taught(new MeshBasicMaterial())];
  assert.notEqual(files.customProgramCacheKey(), light.customProgramCacheKey());
  assert.ok(compiled(light, "lambert").fragmentShader.includes("#define BLUSH_LINEAR"));
  assert.ok(!compiled(files, "lambert").fragmentShader.includes("#define BLUSH_LINEAR"));
});

test("blood goes into five vectors, times the scales of the textures", () => {
  const own = blush();
  const { uniforms } = compiled(own.taught(new MeshBasicMaterial()), "lambert");
  own.set(Float32Array.from({ length: 40 }, (_, k) => k), 20);
  const vectors = uniforms["blood"]!.value as Vector4[];
  assert.equal(vectors.length, 5);
  assert.deepEqual(vectors[1]!.toArray(), [(2 * 24) / 511, 25 / 511, 26 / 511, (0.5 * 27) / 511]);
});
