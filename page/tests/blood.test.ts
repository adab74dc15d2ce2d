import assert from "node:assert/strict";
import { test } from "node:test";

import { Blood } from "../src/player/blood";
import { frameAt } from "../src/player/frame-at";

/** Three frames, the k-th number of each 10 times its frame and k more. */
const blood = new Blood(
  [1, 2, 4],
  Array.from({ length: 60 }, (_, k) => 10 * Math.floor(k / 20) + (k % 20)),
);

test("a frame holds until the next", () => {
  assert.deepEqual([0, 1, 1.9, 2, 3.9, 4, 9].map((time) => frameAt([1, 2, 4], time)), [0, 0, 0, 1, 1, 2, 2]);
});

test("blood goes straight on between frames, and stays at either end", () => {
  assert.equal(blood.at(3).length, 20);
  assert.deepEqual([0, 1, 1.5, 3, 4, 9].map((time) => blood.at(time)[7]), [7, 7, 12, 22, 27, 27]);
});

test("a hand without blood has none", () => {
  assert.deepEqual(new Blood([1, 2], []).at(1.5), new Float32Array(20));
});
