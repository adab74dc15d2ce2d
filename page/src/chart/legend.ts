import { h } from "../dom";
import { GROUPS, type Line } from "../fingers";

/** Names, colours and present numbers of the lines of a chart; of fingers and palm unless told. */
export class Legend {
  readonly element: HTMLElement;
  private readonly numbers: HTMLElement[];

  constructor(lines: readonly Line[] = GROUPS, unit = "N", what = "Force of each finger in newtons") {
    this.numbers = lines.map(() => h("span", { class: "legend-number" }, "0.0"));
    this.element = h(
      "ul",
      { class: "legend", "aria-label": what },
      ...lines.map(({ name, color }, k) => {
        const item = h(
          "li",
          {},
          h("span", { class: "legend-name" }, name),
          this.numbers[k]!,
          h("span", { class: "legend-unit" }, unit),
        );
        item.style.setProperty("--color", color);
        return item;
      }),
    );
  }

  /** Show a number for each line, with so many digits after the point unless it is large. */
  show(of: (line: number) => number, digits = 1): void {
    this.numbers.forEach((number, line) => {
      const value = of(line);
      const text = Math.abs(value) < 99.95 ? value.toFixed(digits) : value.toFixed(0);
      if (number.textContent !== text) number.textContent = text;
    });
  }
}
