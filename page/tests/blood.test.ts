import assert from "node:assert/strict";
import { test } from "node:test";

import { BloodTrack } from "../src/player/blood";

/** Two samples of a hand: nought, then so many steps as the number's place. */
function track(): BloodTrack {
  const data = new DataView(new ArrayBuffer(2 * 2 * 20));
  for (let k = 0; k < 20; k++) data.setInt16(2 * (20 + k), k === 0 ? -32767 : 100 * k, true);
  return new BloodTrack(new Uint8Array(data.buffer), 2, 10);
}

test("blood is little-endian steps of the largest amount", () => {
  const blood = track().at(0.1);
  assert.equal(blood.length, 20);
  assert.ok(Math.abs(blood[0]! + 2) < 1e-6);
  assert.ok(Math.abs(blood[7]! - (2 * 700) / 32767) < 1e-6);
});

test("between samples it goes straight on, and stays at either end", () => {
  const half = track().at(0.05);
  assert.ok(Math.abs(half[0]! + 1) < 1e-6);
  assert.deepEqual(track().at(-1), new Float32Array(20));
  assert.deepEqual(track().at(9), track().at(0.1));
});
