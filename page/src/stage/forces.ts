import { History } from "../chart/history";
import { Legend } from "../chart/legend";
import { Strip } from "../chart/strip";
import { byId, h } from "../dom";
import { GROUPS, type Line } from "../fingers";
import type { Frame, Plot } from "../messages";

/** [s] */
const SPAN = 8;
const SAMPLES = 120 * SPAN;

/** What a tab of the chart shows. */
interface Tab {
  readonly name: string;
  readonly title: string;
  readonly unit: string;
  readonly legend: Legend;
  readonly strip: Strip;
  readonly history: History;
  readonly digits: number;
  /** the numbers of a frame, and the row of this tab's */
  readonly read: (frame: Frame) => readonly [Float32Array, number];
}

/** The strip chart of the last seconds: one hand's forces, or what a scene plots itself. */
export class ForceChart {
  private readonly canvas = byId<HTMLCanvasElement>("chart");
  private readonly buttons = byId("chart-hands");
  private readonly panel = byId("forces");
  private tabs: readonly Tab[] = [];
  private shown = 0;

  begin(hands: readonly string[], plot: Plot | null): void {
    this.tabs = [...(plot === null ? [] : [this.plotted(plot)]), ...hands.map((name, row) => this.forces(name, row))];
    this.buttons.hidden = true; // until frames tell which have numbers
    this.buttons.replaceChildren(
      ...this.tabs.map(({ name }, k) => h("button", { type: "button", click: () => this.choose(k) }, name)),
    );
    this.choose(0);
  }

  show(frame: Frame): void {
    let count = 0;
    for (const [k, { history, read }] of this.tabs.entries()) {
      const [numbers, row] = read(frame);
      (this.buttons.children[k] as HTMLElement).hidden = numbers.length === 0; // a ghost's
      if (numbers.length === 0) continue;
      count++;
      history.add(frame.time, numbers, row);
    }
    const any = count > 0;
    this.panel.hidden = !any;
    this.buttons.hidden = count < 2;
    const tab = this.tabs[this.shown];
    if (tab === undefined || !any) return;
    const to = Math.max(SPAN, frame.time);
    tab.strip.draw(tab.history, to - SPAN, to);
    tab.legend.show((line) => tab.history.value(tab.history.count - 1, line), tab.digits);
  }

  private forces(name: string, row: number): Tab {
    return {
      name,
      title: "Force per finger",
      unit: "N",
      legend: new Legend(),
      strip: new Strip(this.canvas),
      history: new History(SAMPLES, GROUPS.length),
      digits: 1,
      read: ({ group_force: force }) => [row < force.shape[0] ? force.data : new Float32Array(), row],
    };
  }

  private plotted({ title, lines: names, unit }: Plot): Tab {
    const lines: Line[] = names.map((name, k) => ({ name, color: GROUPS[k % GROUPS.length]!.color }));
    return {
      name: title,
      title,
      unit,
      legend: new Legend(lines, unit, title),
      strip: new Strip(this.canvas, lines, 0.1),
      history: new History(SAMPLES, lines.length),
      digits: 2,
      read: ({ plotted }) => [plotted.data, 0],
    };
  }

  private choose(which: number): void {
    this.shown = which;
    [...this.buttons.children].forEach((button, k) => button.setAttribute("aria-pressed", `${k === which}`));
    const tab = this.tabs[which];
    byId("chart-title").replaceChildren(tab?.title ?? "", " ", h("span", {}, tab?.unit ?? ""));
    byId("chart-legend").replaceChildren(...(tab === undefined ? [] : [tab.legend.element]));
  }
}
