import assert from "node:assert/strict";
import { test } from "node:test";

import { Matrix4, Vector3 } from "three";

import { setPose } from "../src/view/pose";

test("a pose is xyz and a quaternion that begins with its real part", () => {
  const half = Math.SQRT1_2; // a quarter turn about z
  const poses = Float32Array.from([9, 9, 9, 1, 0, 0, 0, 1, 2, 3, half, 0, 0, half]);
  const turned = new Vector3(1, 0, 0).applyMatrix4(setPose(new Matrix4(), poses, 1));
  assert.ok(turned.distanceTo(new Vector3(1, 3, 3)) < 1e-6);
  const still = new Vector3(1, 0, 0).applyMatrix4(setPose(new Matrix4(), poses, 0));
  assert.ok(still.distanceTo(new Vector3(10, 9, 9)) < 1e-6);
});
