import assert from "node:assert/strict";
import { test } from "node:test";

import { onClick, Press } from "../src/stage/press";

interface At {
  readonly x?: number;
  readonly y?: number;
  readonly id?: number;
  readonly kind?: string;
  readonly button?: number;
}

function pointer({ x = 0, y = 0, id = 1, kind = "mouse" }: At) {
  return { pointerId: id, pointerType: kind, clientX: x, clientY: y };
}

function heard(...events: [string, At][]): number {
  const target = new EventTarget();
  let clicks = 0;
  onClick(target, () => clicks++);
  for (const [type, at] of events) {
    target.dispatchEvent(Object.assign(new Event(type), pointer(at), { button: at.button ?? 0 }));
  }
  return clicks;
}

test("a press that hardly moves clicks, also with a trembling finger", () => {
  assert.equal(heard(["pointerdown", {}], ["pointerup", { x: 3 }]), 1);
  assert.equal(heard(["pointerdown", { kind: "touch" }], ["pointermove", { x: 8, kind: "touch" }], ["pointerup", { x: 8, kind: "touch" }]), 1);
});

test("a drag does not click, even if it comes back", () => {
  assert.equal(heard(["pointerdown", {}], ["pointerup", { x: 40 }]), 0);
  assert.equal(heard(["pointerdown", {}], ["pointermove", { y: 60 }], ["pointermove", {}], ["pointerup", {}]), 0);
  const press = new Press(pointer({}));
  assert.equal(press.drags(pointer({ x: 1 })), false);
  assert.equal(press.drags(pointer({ x: 20 })), true);
  assert.equal(press.drags(pointer({ x: 1 })), true);
});

test("neither two fingers nor the other buttons click", () => {
  assert.equal(heard(["pointerdown", { id: 1 }], ["pointerdown", { id: 2 }], ["pointerup", { id: 2 }], ["pointerup", { id: 1 }]), 0);
  assert.equal(heard(["pointerdown", { button: 2 }], ["pointerup", { button: 2 }]), 0);
  assert.equal(heard(["pointerdown", {}], ["pointercancel", {}], ["pointerup", {}]), 0);
});

test("after two fingers one clicks again", () => {
  const both: [string, At][] = [["pointerdown", { id: 1 }], ["pointerdown", { id: 2 }], ["pointerup", { id: 1 }], ["pointerup", { id: 2 }]];
  assert.equal(heard(...both, ["pointerdown", { id: 3 }], ["pointerup", { id: 3 }]), 1);
});
