import assert from "node:assert/strict";
import { test } from "node:test";

import type { BodyMesh } from "../src/messages";
import { headerOf, pack, unpack } from "../src/wire/codec";

/** Bytes as the server makes them; `pad` spaces after the header. */
function bytesOf(header: object, blobs: readonly number[], pad: number): ArrayBuffer {
  const text = new TextEncoder().encode(JSON.stringify(header) + " ".repeat(pad));
  const bytes = new Uint8Array(4 + text.length + blobs.length);
  new DataView(bytes.buffer).setUint32(0, text.length, true);
  bytes.set(text, 4);
  bytes.set(blobs, 4 + text.length);
  return bytes.buffer;
}

const POINT = [0, 0, 128, 63, 0, 0, 0, 64, 0, 0, 64, 64]; // 1, 2, 3 as little-endian float32
const MESH = {
  type: "BodyMesh",
  data: { body: "box", color: [1, 0, 0], movable: true },
  fields: {
    vertices: { dtype: "<f4", shape: [1, 3], offset: 0 },
    normals: { dtype: "<f4", shape: [1, 3], offset: 16 },
    faces: { dtype: "<u4", shape: [0, 3], offset: 32 },
    uv: { dtype: "<f4", shape: [0, 2], offset: 32 },
  },
};
const BLOBS = [...POINT, 0, 0, 0, 0, ...POINT, 0, 0, 0, 0];

test("what the page sends can be read again", () => {
  const header = headerOf(pack({ type: "SetControl", name: "grip", value: 12.5, ask: 3 }).buffer);
  assert.equal(header.type, "SetControl");
  assert.deepEqual(header.data, { name: "grip", value: 12.5, ask: 3 });
});

test("blobs are read wherever the header ends", () => {
  for (let pad = 0; pad < 8; pad++) {
    const mesh = unpack(bytesOf(MESH, BLOBS, pad)) as BodyMesh;
    assert.equal(mesh.body, "box");
    assert.deepEqual([...mesh.normals.data], [1, 2, 3]);
    assert.deepEqual(mesh.faces.shape, [0, 3]);
  }
});

test("a blob of another type or shape is refused by its name", () => {
  const wrong = [
    { dtype: "<f8", shape: [1, 3], offset: 0 },
    { dtype: "<f4", shape: [1, 4], offset: 0 },
    { dtype: "<f4", shape: [3], offset: 0 },
  ];
  for (const vertices of wrong) {
    const header = { ...MESH, fields: { ...MESH.fields, vertices } };
    assert.throws(() => unpack(bytesOf(header, BLOBS, 0)), /BodyMesh\.vertices/);
  }
});
