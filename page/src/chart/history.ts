import type { Series } from "./strip";

/** The last numbers of some lines, oldest first, in a ring that never grows. */
export class History implements Series {
  count = 0;
  private next = 0;
  private readonly times: Float64Array;
  private readonly values: Float32Array;

  constructor(
    private readonly capacity: number,
    private readonly lines: number,
  ) {
    this.times = new Float64Array(capacity);
    this.values = new Float32Array(capacity * lines);
  }

  /** Add row `row` of some numbers; one that goes back in time starts anew, one at the same time
   * replaces it. */
  add(time: number, numbers: Float32Array, row: number): void {
    const latest = this.count > 0 ? this.time(this.count - 1) : -Infinity;
    if (time < latest) this.clear();
    else if (time === latest) {
      this.next = (this.next + this.capacity - 1) % this.capacity;
      this.count--;
    }
    this.times[this.next] = time;
    const { lines } = this;
    this.values.set(numbers.subarray(lines * row, lines * (row + 1)), lines * this.next);
    this.next = (this.next + 1) % this.capacity;
    this.count = Math.min(this.count + 1, this.capacity);
  }

  clear(): void {
    this.count = this.next = 0;
  }

  time(k: number): number {
    return this.times[this.row(k)]!;
  }

  value(k: number, line: number): number {
    return this.values[this.lines * this.row(k) + line]!;
  }

  private row(k: number): number {
    return (this.next - this.count + k + this.capacity) % this.capacity;
  }
}
