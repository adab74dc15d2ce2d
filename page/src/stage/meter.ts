/** How often pictures come and what they cost the page, over the last hundred. */
export class Meter {
  frames = 0;
  private readonly costs: number[] = [];
  private readonly times: number[] = [];

  /** A frame was drawn; it took `cost` [ms] of the page's own time. */
  add(cost: number): void {
    this.frames++;
    this.costs.push(cost);
    this.times.push(performance.now());
    if (this.costs.length > 100) {
      this.costs.shift();
      this.times.shift();
    }
  }

  stats(): { frames: number; hz: number; jsMsPerFrame: number } {
    const n = this.costs.length;
    const span = n > 1 ? this.times[n - 1]! - this.times[0]! : 0;
    const sorted = [...this.costs].sort((a, b) => a - b);
    return {
      frames: this.frames,
      hz: span > 0 ? (1000 * (n - 1)) / span : 0,
      jsMsPerFrame: sorted[Math.floor(n / 2)] ?? 0, // the median: a stalled GPU is not the page's
    };
  }
}
