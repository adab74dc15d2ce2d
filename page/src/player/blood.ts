import { HAND_BLOOD } from "../view/blush";

/** Largest of the whole numbers that blood is kept in. */
const FULL = 32767;

/** Blood of one hand's fingertips over a clip. */
export class BloodTrack {
  private readonly steps: Int16Array;

  /** From steps of which the largest is worth `most`, `rate` samples a second. */
  constructor(
    data: Uint8Array<ArrayBuffer>,
    private readonly most: number,
    private readonly rate: number,
  ) {
    const view = new DataView(data.buffer, data.byteOffset);
    this.steps = Int16Array.from({ length: data.byteLength >> 1 }, (_, k) => view.getInt16(2 * k, true));
  }

  /** The numbers of all fingers some seconds after the clip's beginning. */
  at(seconds: number): Float32Array {
    const last = this.steps.length / HAND_BLOOD - 1;
    const place = Math.min(last, Math.max(0, seconds * this.rate));
    const from = Math.floor(place);
    const to = Math.min(last, from + 1);
    return Float32Array.from({ length: HAND_BLOOD }, (_, k) => {
      const [a, b] = [this.steps[HAND_BLOOD * from + k]!, this.steps[HAND_BLOOD * to + k]!];
      return ((a + (place - from) * (b - a)) * this.most) / FULL;
    });
  }
}
