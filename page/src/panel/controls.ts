import { h } from "../dom";
import type { Control } from "../messages";
import { arrange, type ControlGroup } from "./arrange";
import { readable } from "./number";
import { symbolParts } from "./symbol";

export interface ControlEvents {
  set(name: string, value: number | string | boolean): void;
  press(name: string): void;
}

/** Choices that stand side by side, words or numbers; more, or longer ones, go into a list. */
const SIDE_BY_SIDE = { most: 4, letters: 26, numbers: 6 };

/** A drawn control: its element, and how it takes a new value from the server. */
interface Drawn {
  readonly element: HTMLElement;
  readonly update: (control: Control) => void;
}

/** The scene's controls, drawn from their descriptions. */
export class ControlPanel {
  private drawn = new Map<string, Drawn>();
  private shape = "";

  constructor(
    private readonly element: HTMLElement,
    private readonly events: ControlEvents,
  ) {}

  /** Show controls: new values go into what is drawn; other controls are drawn anew. */
  show(controls: readonly Control[]): void {
    const shape = JSON.stringify(controls.map((control) => ({ ...control, value: null, enabled: true })));
    if (shape !== this.shape) {
      this.shape = shape;
      this.build(controls);
    }
    for (const control of controls) this.drawn.get(control.name)?.update(control);
  }

  private build(controls: readonly Control[]): void {
    this.drawn = new Map(controls.map((control) => [control.name, this.draw(control)]));
    const { shown, advanced } = arrange(controls);
    const open = this.element.querySelector("details")?.open ?? false;
    this.element.replaceChildren(...shown.map((group) => this.fieldset(group)));
    if (advanced.length > 0) {
      const groups = advanced.map((group) => this.fieldset(group));
      this.element.append(h("details", { class: "advanced", open }, h("summary", {}, "Advanced"), ...groups));
    }
  }

  private fieldset({ heading, controls }: ControlGroup): HTMLElement {
    const rows: HTMLElement[] = [];
    let buttons: HTMLElement | null = null; // buttons in a row stand side by side
    for (const control of controls) {
      const { element } = this.drawn.get(control.name)!;
      if (control.kind !== "button") {
        buttons = null;
        rows.push(element);
        continue;
      }
      if (buttons === null) {
        buttons = h("div", { class: "buttons" });
        rows.push(buttons);
      }
      buttons.append(element);
    }
    const legend = heading === "" ? [] : [h("legend", {}, heading)];
    return h("fieldset", { class: "group" }, ...legend, ...rows);
  }

  private draw(control: Control): Drawn {
    switch (control.kind) {
      case "slider":
        return this.slider(control);
      case "choice":
        return sideBySide(control) ? this.segments(control) : this.list(control);
      case "switch":
        return this.toggle(control);
      case "button":
        return this.button(control);
      case "figure":
        return figure(control);
    }
  }

  private slider(control: Control): Drawn {
    const { name, low, high, step, unit } = control;
    const id = `control-${name}`;
    const number = h("output", { for: id });
    const write = (value: number) => {
      number.textContent = readable(value, low, high, step) + (unit ? `\u2009${unit}` : "");
      input.style.setProperty("--share", `${(100 * (value - low)) / (high - low || 1)}%`);
      input.setAttribute("aria-valuetext", number.textContent);
    };
    let held = false; // while a person moves it, the server's echo does not
    const input = h("input", {
      id,
      type: "range",
      min: `${low}`,
      max: `${high}`,
      step: step > 0 ? `${step}` : `${(high - low) / 1000}`,
      input: () => {
        held = true;
        write(input.valueAsNumber);
        this.events.set(name, input.valueAsNumber);
      },
      change: () => (held = false),
    });
    const element = h(
      "div",
      { class: "row slider", title: control.help },
      h("label", { for: id }, ...named(control)),
      number,
      input,
      ...likely(control),
    );
    const update = (now: Control) => {
      input.disabled = !now.enabled;
      if (held || typeof now.value !== "number") return;
      input.valueAsNumber = now.value;
      write(now.value);
    };
    return { element, update };
  }

  private segments(control: Control): Drawn {
    const inputs = control.choices.map((choice) =>
      h("input", {
        type: "radio",
        name: `control-${control.name}`,
        value: choice,
        change: () => this.events.set(control.name, choice),
      }),
    );
    const options = inputs.map((input) => h("label", {}, input, h("span", {}, titled(input.value))));
    const element = h(
      "div",
      { class: "row segments", role: "radiogroup", "aria-label": control.label, title: control.help },
      h("span", { class: "row-label" }, ...named(control)),
      h("div", { class: "segment-bar" }, ...options),
    );
    const update = (now: Control) =>
      inputs.forEach((input) => {
        input.checked = input.value === now.value;
        input.disabled = !now.enabled;
      });
    return { element, update };
  }

  private list(control: Control): Drawn {
    const id = `control-${control.name}`;
    const select = h(
      "select",
      { id, change: () => this.events.set(control.name, select.value) },
      ...control.choices.map((choice) => h("option", { value: choice }, titled(choice))),
    );
    const element = h(
      "div",
      { class: "row list", title: control.help },
      h("label", { for: id }, ...named(control)),
      select,
    );
    const update = (now: Control) => {
      select.value = String(now.value);
      select.disabled = !now.enabled;
    };
    return { element, update };
  }

  private toggle(control: Control): Drawn {
    const input = h("input", {
      id: `control-${control.name}`,
      type: "checkbox",
      role: "switch",
      change: () => this.events.set(control.name, input.checked),
    });
    const label = h("span", {}, ...named(control));
    const element = h("label", { class: "row switch", title: control.help }, label, input);
    const update = (now: Control) => {
      input.checked = now.value === true;
      input.disabled = !now.enabled;
    };
    return { element, update };
  }

  private button(control: Control): Drawn {
    const element = h(
      "button",
      {
        id: `control-${control.name}`,
        type: "button",
        title: control.help,
        click: () => this.events.press(control.name),
      },
      ...named(control),
    );
    return { element, update: (now) => (element.disabled = !now.enabled) };
  }
}

/** A number that is only read. */
function figure(control: Control): Drawn {
  const { name, help, unit } = control;
  const number = h("output", { id: `control-${name}` });
  const label = h("span", { class: "row-label" }, ...named(control));
  const update = (now: Control) => (number.textContent = `${now.value}${unit ? `\u2009${unit}` : ""}`);
  return { element: h("div", { class: "row figure", title: help }, label, number), update };
}

/** The label in plain words, and its symbol apart from it. */
function named({ label, symbol }: Control): (Node | string)[] {
  if (symbol === "") return [label];
  const { base, below } = symbolParts(symbol);
  return [label, h("span", { class: "symbol" }, base, ...(below === "" ? [] : [h("sub", {}, below)]))];
}

/** The band below a slider within which a measured value lies. */
function likely({ likely: span, low, high, step, unit }: Control): HTMLElement[] {
  if (span === null) return [];
  const [from, to] = span.map((value) => Math.min(1, Math.max(0, (value - low) / (high - low || 1)))) as [number, number];
  const words = `${span.map((value) => readable(value, low, high, step)).join(" to ")}\u2009${unit}`;
  const band = h("div", { class: "likely", role: "img", "aria-label": `90 % sure: ${words}`, title: `90 % sure: ${words}` });
  band.style.setProperty("--from", `${from}`);
  band.style.setProperty("--to", `${to}`);
  return [band];
}

function sideBySide(control: Control): boolean {
  const letters = control.choices.join("").length;
  if (control.choices.every((choice) => /^\d$/.test(choice))) return control.choices.length <= SIDE_BY_SIDE.numbers;
  return control.choices.length <= SIDE_BY_SIDE.most && letters <= SIDE_BY_SIDE.letters;
}

/** A name from the code as people read it: `coffee_mug` → `Coffee mug`. */
function titled(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
