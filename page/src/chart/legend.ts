import { h } from "../dom";
import { GROUPS } from "../fingers";

/** Names, colours and present forces of the fingers and the palm. */
export class Legend {
  readonly element: HTMLElement;
  private readonly numbers: HTMLElement[];

  constructor() {
    this.numbers = GROUPS.map(() => h("span", { class: "legend-number" }, "0.0"));
    this.element = h(
      "ul",
      { class: "legend", "aria-label": "Force of each finger in newtons" },
      ...GROUPS.map((group, k) =>
        h(
          "li",
          { "data-group": group.name.toLowerCase() },
          h("span", { class: "legend-name" }, group.name),
          this.numbers[k]!,
          h("span", { class: "legend-unit" }, "N"),
        ),
      ),
    );
  }

  /** Show forces [N] of one hand. */
  show(force: (group: number) => number): void {
    this.numbers.forEach((number, group) => {
      const value = force(group);
      const text = value < 99.95 ? value.toFixed(1) : value.toFixed(0);
      if (number.textContent !== text) number.textContent = text;
    });
  }
}
