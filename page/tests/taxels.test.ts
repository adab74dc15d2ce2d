import assert from "node:assert/strict";
import { test } from "node:test";

import { Vector3 } from "three";

import { redness, squares } from "../src/view/taxels";

const tensor = (rows: number[][]) => ({
  data: Float32Array.from(rows.flat()),
  shape: [rows.length, 3] as const,
});

test("a square lies in the skin about its taxel, and faces outwards", () => {
  const patches = {
    pos: tensor([[1, 2, 3], [0, 0, 0]]),
    normal: tensor([[0, 0, 1], [1, 0, 0]]),
    along: tensor([[1, 0, 0], [0, 1, 0]]),
    pitch: 0.004,
  };
  const { corners, faces } = squares(patches);
  assert.equal(corners.length, 2 * 12);
  assert.equal(faces.length, 2 * 6);
  const corner = (k: number) => new Vector3().fromArray(corners, 3 * k);
  for (const [taxel, out, at] of [
    [0, new Vector3(0, 0, 1), new Vector3(1, 2, 3)],
    [1, new Vector3(1, 0, 0), new Vector3()],
  ] as const) {
    const four = [0, 1, 2, 3].map((k) => corner(4 * taxel + k));
    const middle = four.reduce((sum, point) => sum.add(point), new Vector3()).divideScalar(4);
    assert.ok(middle.sub(at).addScaledVector(out, -0.0005).length() < 1e-6);
    const edge = four[1]!.clone().sub(four[0]!);
    assert.ok(edge.length() < 0.004 && edge.length() > 0.003, "squares do not touch");
    const [a, b, c] = [...faces.subarray(6 * taxel, 6 * taxel + 3)].map(corner) as [Vector3, Vector3, Vector3];
    const normal = b.sub(a).cross(c.sub(a)).normalize();
    assert.ok(normal.dot(out) > 0.999);
  }
});

test("the more is pressed the redder, up to full red", () => {
  const levels = [0, 1e3, 1e4, 5e4].map(redness);
  assert.deepEqual(levels, [...levels].sort((a, b) => a - b));
  assert.equal(redness(0), 0);
  assert.equal(redness(-5), 0);
  assert.equal(redness(1e9), 1);
  assert.ok(redness(1e3) > 0.1, "a light touch is seen");
});
