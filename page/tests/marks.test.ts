import assert from "node:assert/strict";
import { test } from "node:test";

import { PerspectiveCamera, Vector3 } from "three";

import { MarkViews } from "../src/view/marks";

test("a mark stands where somebody pointed, and goes when they take it back", () => {
  const marks = new MarkViews();
  marks.show(Float32Array.from([0.1, 0.2, 0.3]));
  assert.equal(marks.shown, 1);
  assert.ok(marks.children[0]!.position.distanceTo(new Vector3(0.1, 0.2, 0.3)) < 1e-7);
  marks.show(new Float32Array());
  assert.equal(marks.shown, 0);
});

test("it faces the eye, and is smaller near it", () => {
  const marks = new MarkViews();
  marks.show(Float32Array.from([0, 0, 0]));
  const eye = new PerspectiveCamera();
  eye.up.set(0, 0, 1);
  eye.position.set(0.2, 0, 0);
  eye.lookAt(0, 0, 0);
  marks.face(eye);
  const out = new Vector3(0, 0, 1).applyQuaternion(marks.children[0]!.quaternion);
  assert.ok(out.distanceTo(new Vector3(1, 0, 0)) < 1e-6);
  assert.ok(Math.abs(marks.children[0]!.scale.x - 0.5) < 1e-9);
});
