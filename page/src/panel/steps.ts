import { byId, h, icon } from "../dom";
import { ICONS } from "../icons";
import type { ShownVerdict, Step } from "../messages";
import { hintOf, mainStep } from "./course";

const STATE_NAMES = { ready: "", running: "under way", done: "done", locked: "not yet" } as const;

/** What there is to do, in one row, and how it went; drawn for any scene. */
export class StepRow {
  private steps: readonly Step[] = [];
  private driving = false;
  private drawn = "";
  private readonly element = byId("course");
  private readonly list = byId("steps");
  private readonly hint = byId("step-hint");
  private readonly verdict = byId("verdict");

  constructor(private readonly press: (name: string) => void) {}

  show(steps: readonly Step[]): void {
    this.steps = steps;
    this.draw();
  }

  enable(driving: boolean): void {
    this.driving = driving;
    this.draw();
  }

  /** Take the main step, if there is one. */
  pressMain(): void {
    const main = mainStep(this.steps);
    if (main !== null && this.driving) this.press(main.name);
  }

  judge(verdict: ShownVerdict | null): void {
    this.verdict.hidden = verdict === null;
    if (verdict === null) return;
    this.verdict.className = verdict.ok ? "good" : "bad";
    const advice = verdict.advice === "" ? [] : [h("span", { class: "advice" }, ` ${verdict.advice}`)];
    this.verdict.replaceChildren(h("strong", {}, verdict.line), ...advice);
    this.verdict.title = verdict.figures.map(({ name, value, unit }) => `${name}: ${rounded(value)} ${unit}`).join("\n");
  }

  private draw(): void {
    this.element.hidden = this.steps.length === 0;
    const main = mainStep(this.steps);
    this.hint.textContent = hintOf(this.steps);
    const shape = JSON.stringify([this.driving, this.steps.map(({ name, label, state }) => [name, label, state])]);
    if (shape === this.drawn) {
      // Other words alone: a button that somebody is about to press stays.
      for (const { name, hint } of this.steps) byId(`step-${name}`).title = hint;
      return;
    }
    this.drawn = shape;
    const focused = document.activeElement?.id;
    this.list.replaceChildren(
      ...this.steps.map((step, k) => h("li", {}, this.button(step, k + 1, step === main))),
    );
    if (focused?.startsWith("step-")) document.getElementById(focused)?.focus();
  }

  private button(step: Step, number: number, isMain: boolean): HTMLButtonElement {
    const mark = h("span", { class: "step-mark" });
    mark.append(step.state === "done" ? icon(ICONS.check) : `${number}`);
    const state = STATE_NAMES[step.state];
    return h(
      "button",
      {
        id: `step-${step.name}`,
        type: "button",
        class: `step ${step.state}${isMain ? " main" : ""}`,
        title: step.hint,
        disabled: step.state !== "ready" || !this.driving,
        ...(isMain ? { "aria-current": "step" } : {}),
        click: () => this.press(step.name),
      },
      mark,
      h("span", { class: "step-label" }, step.label),
      ...(state === "" ? [] : [h("span", { class: "hidden-text" }, `, ${state}`)]),
    );
  }
}

function rounded(value: number): string {
  return `${Number(value.toPrecision(3))}`;
}
