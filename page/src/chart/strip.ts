import { GROUPS } from "../fingers";

/** Force of each group over time, one hand: times (n) [s], values (n × 6) [N]. */
export interface ForceSeries {
  readonly count: number;
  readonly time: (k: number) => number;
  readonly force: (k: number, group: number) => number;
}

/** A named stretch of time [s]. */
export interface Phase {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const FONT = '11px ui-sans-serif, system-ui, sans-serif';
const LEFT = 34;
const BOTTOM = 18;
const TOP = 8;
const RIGHT = 10;

/** A plot of forces drawn on a canvas, as sharp as the screen. */
export class Strip {
  private readonly pen: CanvasRenderingContext2D;
  private top = 4;

  constructor(private readonly canvas: HTMLCanvasElement) {
    this.pen = canvas.getContext("2d")!;
  }

  /** Draw what lies between two times [s], over bands with the names of phases. */
  draw(series: ForceSeries, from: number, to: number, phases: readonly Phase[] = []): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0 || height === 0) return;
    const ratio = Math.min(2, devicePixelRatio);
    if (this.canvas.width !== Math.round(width * ratio)) this.canvas.width = Math.round(width * ratio);
    if (this.canvas.height !== Math.round(height * ratio)) this.canvas.height = Math.round(height * ratio);
    const { pen } = this;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, height);

    this.top = niceTop(largest(series, from, to));
    const x = (t: number) => LEFT + ((t - from) / (to - from || 1)) * (width - LEFT - RIGHT);
    const y = (f: number) => height - BOTTOM - (f / this.top) * (height - BOTTOM - TOP);
    this.bands(phases, height, x);
    this.axes(width, height, from, to, x, y);

    pen.save();
    pen.beginPath();
    pen.rect(LEFT, 0, width - LEFT - RIGHT + 6, height - BOTTOM + 2);
    pen.clip();
    pen.lineJoin = "round";
    for (let group = GROUPS.length - 1; group >= 0; group--) this.line(series, group, from, to, x, y);
    pen.restore();
  }

  /** Time [s] under a pixel of the canvas, for what `draw` was given. */
  timeAt(pixel: number, from: number, to: number): number {
    const share = (pixel - LEFT) / (this.canvas.clientWidth - LEFT - RIGHT);
    return from + Math.min(1, Math.max(0, share)) * (to - from);
  }

  /** Pixel of the canvas where a time [s] is, for what `draw` was given. */
  placeOf(time: number, from: number, to: number): number {
    return LEFT + ((time - from) / (to - from || 1)) * (this.canvas.clientWidth - LEFT - RIGHT);
  }

  private bands(phases: readonly Phase[], height: number, x: (t: number) => number): void {
    const { pen } = this;
    pen.font = FONT;
    pen.textAlign = "center";
    pen.textBaseline = "top";
    phases.forEach(({ name, start, end }, k) => {
      const width = x(end) - x(start);
      pen.fillStyle = `rgba(255, 255, 255, ${k % 2 ? 0.015 : 0.05})`;
      pen.fillRect(x(start), 0, width, height - BOTTOM);
      if (pen.measureText(name).width > width - 6) return;
      pen.fillStyle = "rgba(226, 232, 246, 0.6)";
      pen.fillText(name, x(start) + width / 2, 3);
    });
  }

  private axes(
    width: number,
    height: number,
    from: number,
    to: number,
    x: (t: number) => number,
    y: (f: number) => number,
  ): void {
    const { pen } = this;
    pen.font = FONT;
    pen.textAlign = "right";
    pen.textBaseline = "middle";
    for (let line = 0; line <= 2; line++) {
      const force = (this.top * line) / 2;
      pen.fillStyle = line === 0 ? "rgba(255, 255, 255, 0.22)" : "rgba(255, 255, 255, 0.08)";
      pen.fillRect(LEFT, Math.round(y(force)), width - LEFT - RIGHT, 1);
      pen.fillStyle = "rgba(226, 232, 246, 0.72)";
      pen.fillText(`${Number(force.toPrecision(3))}`, LEFT - 7, y(force));
    }
    pen.textAlign = "center";
    pen.textBaseline = "alphabetic";
    const step = niceStep((to - from) / Math.max(2, width / 80));
    for (let t = Math.ceil(from / step) * step; t <= to + 1e-9; t += step) {
      if (t < 0 || x(t) > width - 16) continue;
      pen.fillText(`${Number(t.toFixed(2))} s`, x(t), height - 4);
    }
  }

  private line(
    series: ForceSeries,
    group: number,
    from: number,
    to: number,
    x: (t: number) => number,
    y: (f: number) => number,
  ): void {
    const { pen } = this;
    pen.strokeStyle = GROUPS[group]!.color;
    pen.lineWidth = group === 5 ? 1.25 : 1.75;
    pen.setLineDash(group === 5 ? [4, 3] : []);
    pen.beginPath();
    let last: [number, number] | null = null;
    for (let k = 0; k < series.count; k++) {
      const t = series.time(k);
      if (t < from - 0.2 || t > to) continue;
      const point: [number, number] = [x(t), y(series.force(k, group))];
      if (last === null) pen.moveTo(...point);
      else pen.lineTo(...point);
      last = point;
    }
    pen.stroke();
    pen.setLineDash([]);
  }
}

function largest(series: ForceSeries, from: number, to: number): number {
  let most = 0;
  for (let k = 0; k < series.count; k++) {
    if (series.time(k) < from || series.time(k) > to) continue;
    for (let group = 0; group < GROUPS.length; group++) most = Math.max(most, series.force(k, group));
  }
  return most;
}

/** The end of an axis: 1, 2, 4, 6 or 10 times a power of ten, at least 2 N. */
function niceTop(value: number): number {
  const wanted = Math.max(2, 1.08 * value);
  const power = 10 ** Math.floor(Math.log10(wanted));
  return power * [1, 2, 4, 6, 10].find((digit) => digit * power >= wanted)!;
}

function niceStep(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1e-3)));
  return power * [1, 2, 5, 10].find((digit) => digit * power >= value)!;
}
