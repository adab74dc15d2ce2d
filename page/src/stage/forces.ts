import { ForceHistory } from "../chart/history";
import { Legend } from "../chart/legend";
import { Strip } from "../chart/strip";
import { byId, h } from "../dom";
import type { Frame } from "../messages";

/** [s] */
const SPAN = 8;
const SAMPLES = 120 * SPAN;

/** The strip chart of one hand's forces over the last seconds; a row of tabs chooses the hand. */
export class ForceChart {
  private readonly strip = new Strip(byId<HTMLCanvasElement>("chart"));
  private readonly legend = new Legend();
  private readonly tabs = byId("chart-hands");
  private readonly panel = byId("forces");
  private histories: ForceHistory[] = [];
  private shown = 0;

  constructor() {
    byId("chart-legend").append(this.legend.element);
  }

  begin(hands: readonly string[]): void {
    this.histories = hands.map(() => new ForceHistory(SAMPLES));
    this.tabs.hidden = hands.length < 2;
    this.tabs.replaceChildren(
      ...hands.map((name, k) => h("button", { type: "button", click: () => this.choose(k) }, name)),
    );
    this.choose(0);
  }

  show(frame: Frame): void {
    this.panel.hidden = frame.group_force.shape[0] === 0;
    this.histories.forEach((history, hand) => {
      if (hand < frame.group_force.shape[0]) history.add(frame.time, frame.group_force.data, hand);
    });
    const history = this.histories[this.shown];
    if (history === undefined) return;
    const to = Math.max(SPAN, frame.time);
    this.strip.draw(history, to - SPAN, to);
    this.legend.show((group) => history.force(history.count - 1, group));
  }

  private choose(hand: number): void {
    this.shown = hand;
    [...this.tabs.children].forEach((tab, k) => tab.setAttribute("aria-pressed", `${k === hand}`));
  }
}
