// Messages as bytes: header length (u32), JSON header {type, fields, data}, blobs. All little-endian.

import { BLOBS, type Dtype, type PageMessage, type ServerMessage } from "../messages";

interface Blob {
  readonly dtype: Dtype;
  readonly shape: readonly number[];
  readonly offset: number;
}

export interface Header {
  readonly type: string;
  readonly fields: { readonly [name: string]: Blob };
  readonly data: { readonly [name: string]: unknown };
}

const VIEWS = {
  "<f4": Float32Array,
  "<f8": Float64Array,
  "<u1": Uint8Array,
  "<u2": Uint16Array,
  "<u4": Uint32Array,
  "<i4": Int32Array,
} as const;

const reading = new TextDecoder();
const writing = new TextEncoder();

/** The header alone: cheap, for deciding whether a message is worth unpacking. */
export function headerOf(bytes: ArrayBuffer): Header {
  const length = new DataView(bytes).getUint32(0, true);
  return JSON.parse(reading.decode(new Uint8Array(bytes, 4, length))) as Header;
}

/** Unpack a message; throws when its blobs are not what `BLOBS` promises. */
export function unpack(bytes: ArrayBuffer, header = headerOf(bytes)): ServerMessage {
  const start = 4 + new DataView(bytes).getUint32(0, true);
  // Typed arrays want aligned bytes: copy the blobs when the header's length has moved them.
  const blobs = start % 8 === 0 ? bytes : bytes.slice(start);
  const base = blobs === bytes ? start : 0;
  const message: { [name: string]: unknown } = { type: header.type, ...header.data };
  for (const [name, promised] of Object.entries(BLOBS[header.type] ?? {})) {
    const blob = header.fields[name];
    if (blob === undefined || blob.dtype !== promised.dtype || !fits(blob.shape, promised.shape)) {
      throw new Error(`${header.type}.${name} is not what this page expects`);
    }
    const count = blob.shape.reduce((product, length) => product * length, 1);
    const data = new VIEWS[blob.dtype](blobs, base + blob.offset, count);
    message[name] = { data, shape: blob.shape };
  }
  return message as unknown as ServerMessage;
}

/** Pack a message; what the page sends has no blobs. */
export function pack(message: PageMessage): Uint8Array<ArrayBuffer> {
  const { type, ...data } = message;
  const header = writing.encode(JSON.stringify({ type, fields: {}, data }));
  const bytes = new Uint8Array(4 + header.length);
  new DataView(bytes.buffer).setUint32(0, header.length, true);
  bytes.set(header, 4);
  return bytes;
}

function fits(shape: readonly number[], promised: readonly (number | string)[]): boolean {
  return (
    shape.length === promised.length &&
    promised.every((length, axis) => typeof length === "string" || length === shape[axis])
  );
}
