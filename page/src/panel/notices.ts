import { h, icon } from "../dom";
import { ICONS } from "../icons";

type Level = "info" | "good" | "bad";

const SHOWN_MS = { info: 6000, good: 6000, bad: 12000 };
const MOST = 4;

/** Short messages in a corner; screen readers read them as they come. */
export class Notices {
  /** @param element a live region */
  constructor(private readonly element: HTMLElement) {}

  /** Say something; what is `kept` stays until it is closed. */
  say(level: Level, text: string, extra: readonly HTMLElement[] = [], kept = false): void {
    for (const old of this.element.children) if (old.getAttribute("data-text") === text) old.remove();
    const notice = h(
      "div",
      { class: `notice ${level}`, "data-text": text, role: level === "bad" ? "alert" : "status" },
      h("div", { class: "notice-text" }, text, ...extra),
      h("button", { type: "button", "aria-label": "Dismiss", click: () => notice.remove() }),
    );
    notice.querySelector("button")!.append(icon(ICONS.close));
    this.element.append(notice);
    while (this.element.childElementCount > MOST) this.element.firstElementChild!.remove();
    if (!kept) window.setTimeout(() => notice.remove(), SHOWN_MS[level]);
  }
}
