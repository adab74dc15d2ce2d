import assert from "node:assert/strict";
import { test } from "node:test";

import { History } from "../src/chart/history";

/** Forces of two hands: the second's are 100 more. */
function forces(first: number): Float32Array {
  return Float32Array.from({ length: 12 }, (_, k) => first + (k < 6 ? k : 94 + k));
}

test("it keeps the newest samples, oldest first", () => {
  const history = new History(3, 6);
  for (let k = 0; k < 5; k++) history.add(k, forces(k), 0);
  assert.equal(history.count, 3);
  assert.deepEqual([0, 1, 2].map((k) => history.time(k)), [2, 3, 4]);
  assert.deepEqual([0, 1, 2].map((k) => history.value(k, 5)), [7, 8, 9]);
});

test("it reads the row of its hand", () => {
  const history = new History(3, 6);
  history.add(0, forces(1), 1);
  assert.deepEqual([0, 5].map((group) => history.value(0, group)), [101, 106]);
});

test("a sample at the same time replaces the last; one before it starts anew", () => {
  const history = new History(4, 6);
  for (const time of [1, 2, 2]) history.add(time, forces(time), 0);
  assert.equal(history.count, 2);
  history.add(2, forces(50), 0);
  assert.equal(history.value(1, 0), 50);
  history.add(0.5, forces(7), 0);
  assert.equal(history.count, 1);
  assert.equal(history.time(0), 0.5);
});
