import { HAND_BLOOD } from "../view/blush";
import { frameAt } from "./frame-at";

/** Blood of one hand's fingertips over a clip: times (n) [s], values (n × 20), or none. */
export class Blood {
  constructor(
    private readonly times: ArrayLike<number>,
    private readonly values: ArrayLike<number>,
  ) {}

  /** The numbers of all fingers at a time [s]; between two frames they go straight on. */
  at(time: number): Float32Array {
    const { times, values } = this;
    const from = frameAt(times, time);
    const to = Math.min(from + 1, times.length - 1);
    const span = times[to]! - times[from]!;
    const part = span > 0 ? Math.min(1, Math.max(0, (time - times[from]!) / span)) : 0;
    return Float32Array.from({ length: HAND_BLOOD }, (_, k) => {
      const [a, b] = [values[HAND_BLOOD * from + k] ?? 0, values[HAND_BLOOD * to + k] ?? 0];
      return a + part * (b - a);
    });
  }
}
