import { GROUPS, type Line } from "../fingers";

/** Numbers over time: times (n) [s], values (n × lines). */
export interface Series {
  readonly count: number;
  readonly time: (k: number) => number;
  readonly value: (k: number, line: number) => number;
}

/** The ends of an axis. */
interface Range {
  readonly low: number;
  readonly high: number;
}

/** What is drawn at one moment: the canvas' size [px], the times [s] at its ends, the range of its
    numbers, and the pixels where a time and a number are. */
interface Sheet {
  readonly width: number;
  readonly height: number;
  readonly from: number;
  readonly to: number;
  readonly range: Range;
  readonly x: (t: number) => number;
  readonly y: (f: number) => number;
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

/** A plot over time drawn on a canvas, as sharp as the screen; of forces unless told. */
export class Strip {
  private readonly pen: CanvasRenderingContext2D;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly lines: readonly Line[] = GROUPS,
    private readonly least = 2,
  ) {
    this.pen = canvas.getContext("2d")!;
  }

  /** Draw what lies between two times [s], over bands with the names of phases. */
  draw(series: Series, from: number, to: number, phases: readonly Phase[] = []): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0 || height === 0) return;
    const ratio = Math.min(2, devicePixelRatio);
    if (this.canvas.width !== Math.round(width * ratio)) this.canvas.width = Math.round(width * ratio);
    if (this.canvas.height !== Math.round(height * ratio)) this.canvas.height = Math.round(height * ratio);
    const { pen } = this;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, height);

    const range = this.range(series, from, to);
    const { low, high } = range;
    const x = (t: number) => placeOf(t, from, to, width);
    const y = (f: number) => height - BOTTOM - ((f - low) / (high - low)) * (height - BOTTOM - TOP);
    const sheet = { width, height, from, to, range, x, y };
    this.bands(phases, sheet);
    this.axes(sheet);

    pen.save();
    pen.beginPath();
    pen.rect(LEFT, 0, width - LEFT - RIGHT + 6, height - BOTTOM + 2);
    pen.clip();
    pen.lineJoin = "round";
    for (let line = this.lines.length - 1; line >= 0; line--) this.line(series, line, sheet);
    pen.restore();
  }

  /** Time [s] under a pixel of the canvas, for what `draw` was given. */
  timeAt(pixel: number, from: number, to: number): number {
    const share = (pixel - LEFT) / (this.canvas.clientWidth - LEFT - RIGHT);
    return from + Math.min(1, Math.max(0, share)) * (to - from);
  }

  /** Pixel of the canvas where a time [s] is, for what `draw` was given. */
  placeOf(time: number, from: number, to: number): number {
    return placeOf(time, from, to, this.canvas.clientWidth);
  }

  /** From nought, or from below it, to the largest number; neither end nearer than it must be. */
  private range(series: Series, from: number, to: number): Range {
    let [low, high] = [0, 0];
    for (let k = 0; k < series.count; k++) {
      if (series.time(k) < from || series.time(k) > to) continue;
      for (let line = 0; line < this.lines.length; line++) {
        low = Math.min(low, series.value(k, line));
        high = Math.max(high, series.value(k, line));
      }
    }
    return { low: low < 0 ? -niceTop(-low, this.least / 4) : 0, high: niceTop(high, this.least) };
  }

  private bands(phases: readonly Phase[], { height, x }: Sheet): void {
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

  private axes({ width, height, from, to, range, x, y }: Sheet): void {
    const { pen } = this;
    const { low, high } = range;
    pen.font = FONT;
    pen.textAlign = "right";
    pen.textBaseline = "middle";
    for (const level of low < 0 ? [low, 0, high] : [0, high / 2, high]) {
      pen.fillStyle = level === 0 ? "rgba(255, 255, 255, 0.22)" : "rgba(255, 255, 255, 0.08)";
      pen.fillRect(LEFT, Math.round(y(level)), width - LEFT - RIGHT, 1);
      pen.fillStyle = "rgba(226, 232, 246, 0.72)";
      pen.fillText(`${Number(level.toPrecision(3))}`, LEFT - 7, y(level));
    }
    pen.textAlign = "center";
    pen.textBaseline = "alphabetic";
    const step = niceStep((to - from) / Math.max(2, width / 80));
    for (let t = Math.ceil(from / step) * step; t <= to + 1e-9; t += step) {
      if (t < 0 || x(t) > width - 16) continue;
      pen.fillText(`${Number(t.toFixed(2))} s`, x(t), height - 4);
    }
  }

  private line(series: Series, line: number, { from, to, x, y }: Sheet): void {
    const { pen } = this;
    const { color, dashed } = this.lines[line]!;
    pen.strokeStyle = color;
    pen.lineWidth = dashed ? 1.25 : 1.75;
    pen.setLineDash(dashed ? [4, 3] : []);
    pen.beginPath();
    let last: [number, number] | null = null;
    for (let k = 0; k < series.count; k++) {
      const t = series.time(k);
      if (t < from - 0.2 || t > to) continue;
      const point: [number, number] = [x(t), y(series.value(k, line))];
      if (last === null) pen.moveTo(...point);
      else pen.lineTo(...point);
      last = point;
    }
    pen.stroke();
    pen.setLineDash([]);
  }
}

/** Pixel of a canvas so wide where a time [s] is between two others. */
function placeOf(time: number, from: number, to: number, width: number): number {
  return LEFT + ((time - from) / (to - from || 1)) * (width - LEFT - RIGHT);
}

/** The end of an axis: 1, 2, 4, 6 or 10 times a power of ten, at least so much. */
function niceTop(value: number, least: number): number {
  const wanted = Math.max(least, 1.08 * value);
  const power = 10 ** Math.floor(Math.log10(wanted));
  return power * [1, 2, 4, 6, 10].find((digit) => digit * power >= wanted)!;
}

function niceStep(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1e-3)));
  return power * [1, 2, 5, 10].find((digit) => digit * power >= value)!;
}
