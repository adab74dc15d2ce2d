import assert from "node:assert/strict";
import { test } from "node:test";

import { Vector3 } from "three";

import { ellipsoidMatrix, EllipsoidViews } from "../src/view/ellipsoids";

const CENTRE = [0.1, 0.2, 0.3];
const AXES = [[0.01, 0, 0], [0, 0, 0.02], [0, 0.005, 0]]; // left-handed
const numbers = Float32Array.from([...Array(12).fill(0), ...CENTRE, ...AXES.flat()]);

test("the unit sphere's axes become the half-axes about the centre", () => {
  const matrix = ellipsoidMatrix(numbers, 1);
  assert.ok(matrix.determinant() > 0, "its outside stays outside");
  const ends = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)].map((end) =>
    end.applyMatrix4(matrix).sub(new Vector3(...CENTRE)),
  );
  ends.forEach((end, k) => {
    const axis = new Vector3(...AXES[k]!);
    assert.ok(Math.min(end.clone().sub(axis).length(), end.clone().add(axis).length()) < 1e-7);
  });
});

test("what is flat keeps a thickness", () => {
  const flat = Float32Array.from([...CENTRE, 0.01, 0, 0, 0, 0.01, 0, 0, 0, 0]);
  const matrix = ellipsoidMatrix(flat, 0);
  assert.ok(Math.abs(matrix.determinant()) > 1e-9);
});

test("as many are shown as there are numbers for", () => {
  const views = new EllipsoidViews();
  views.show(numbers);
  assert.equal(views.shown, 2);
  views.show(new Float32Array());
  assert.equal(views.shown, 0);
});
