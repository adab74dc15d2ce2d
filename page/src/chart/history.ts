import { GROUPS } from "../fingers";
import type { ForceSeries } from "./strip";

const SPAN = GROUPS.length;

/** The last forces of one hand, oldest first, in a ring that never grows. */
export class ForceHistory implements ForceSeries {
  count = 0;
  private next = 0;
  private readonly times: Float64Array;
  private readonly values: Float32Array;

  constructor(private readonly capacity: number) {
    this.times = new Float64Array(capacity);
    this.values = new Float32Array(capacity * SPAN);
  }

  /** Add a sample; one that goes back in time starts anew, one at the same time replaces it. */
  add(time: number, force: Float32Array, hand: number): void {
    const latest = this.count > 0 ? this.time(this.count - 1) : -Infinity;
    if (time < latest) this.clear();
    else if (time === latest) {
      this.next = (this.next + this.capacity - 1) % this.capacity;
      this.count--;
    }
    this.times[this.next] = time;
    this.values.set(force.subarray(SPAN * hand, SPAN * (hand + 1)), SPAN * this.next);
    this.next = (this.next + 1) % this.capacity;
    this.count = Math.min(this.count + 1, this.capacity);
  }

  clear(): void {
    this.count = this.next = 0;
  }

  time(k: number): number {
    return this.times[this.row(k)]!;
  }

  force(k: number, group: number): number {
    return this.values[SPAN * this.row(k) + group]!;
  }

  private row(k: number): number {
    return (this.next - this.count + k + this.capacity) % this.capacity;
  }
}
