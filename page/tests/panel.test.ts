import assert from "node:assert/strict";
import { test } from "node:test";

import type { Control, Step } from "../src/messages";
import { arrange } from "../src/panel/arrange";
import { hintOf, mainStep } from "../src/panel/course";
import { readable } from "../src/panel/number";
import { symbolParts } from "../src/panel/symbol";

function control(name: string, group: string, advanced = false): Control {
  return {
    name, group, advanced, label: name, kind: "slider", help: "", value: 0, low: 0, high: 1, step: 0,
    unit: "", choices: [], enabled: true, symbol: "", likely: null,
  };
}

function step(name: string, state: Step["state"]): Step {
  return { name, state, label: name, hint: `about ${name}` };
}

function names(groups: ReturnType<typeof arrange>["shown"]): string[][] {
  return groups.map(({ heading, controls }) => [heading, ...controls.map((c) => c.name)]);
}

test("advanced controls are folded away; groups keep their order", () => {
  const { shown, advanced } = arrange([
    control("object", "Scene"),
    control("alpha", "Grip", true),
    control("grip", "Grip"),
    control("hand", "Scene"),
    control("limit", "Gains", true),
  ]);
  assert.deepEqual(names(shown), [["Scene", "object", "hand"], ["Grip", "grip"]]);
  assert.deepEqual(names(advanced), [["Grip", "alpha"], ["Gains", "limit"]]);
});

test("the main step is the first that is ready", () => {
  assert.equal(mainStep([step("a", "done"), step("b", "ready"), step("c", "ready")])?.name, "b");
  assert.equal(mainStep([step("a", "running"), step("b", "locked")]), null);
  assert.equal(mainStep([]), null);
});

test("the hint is that of the running step, or else of the main one", () => {
  assert.equal(hintOf([step("a", "ready"), step("b", "running")]), "about b");
  assert.equal(hintOf([step("a", "done"), step("b", "ready")]), "about b");
  assert.equal(hintOf([]), "");
});

test("numbers have as many decimals as their step is worth", () => {
  assert.equal(readable(12.34, 0, 60, 0.5), "12.3");
  assert.equal(readable(60, 1, 100, 1), "60");
  assert.equal(readable(0.123456, 0, 1, 0), "0.12");
  assert.equal(readable(0.05, 0, 0.5, 0.01), "0.05");
});

test("what follows the underscore of a symbol stands below", () => {
  assert.deepEqual(symbolParts("τ_ARM"), { base: "τ", below: "ARM" });
  assert.deepEqual(symbolParts("α"), { base: "α", below: "" });
});
