import assert from "node:assert/strict";
import { test } from "node:test";

import { ForceArrows, ringRadius } from "../src/view/arrows";

test("a ring is as wide as slip is fast, and none lies where it sticks", () => {
  assert.equal(ringRadius(0), 0);
  assert.equal(ringRadius(0.002), 0);
  assert.equal(ringRadius(Number.NaN), 0);
  assert.ok(ringRadius(0.004) < ringRadius(0.05));
  assert.equal(ringRadius(0.1), ringRadius(3));
});

test("rings lie about the contacts of hands that slip", () => {
  const arrows = new ForceArrows();
  const pos = new Float32Array(12);
  const force = Float32Array.from([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0.01]);
  arrows.show(pos, force, [0, 1, 255, 2], [0.05, 0, 0.05, 0.05]);
  assert.equal(arrows.slipping, 1); // sticks, no hand, too weak
  arrows.show(pos, force, [0, 1, 255, 2]);
  assert.equal(arrows.slipping, 0);
});
