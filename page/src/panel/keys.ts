import { byId, h } from "../dom";

export interface Shortcut {
  /** as `KeyboardEvent.key` */
  readonly key: string;
  /** as it is printed in the help */
  readonly shown: string;
  readonly what: string;
  readonly run: () => void;
}

const POINTER = [
  ["Drag on a thing", "Pull it with a spring"],
  ["Drag on a glowing point", "Move the fingertip"],
  ["Drag elsewhere", "Look around; one finger on a touch screen"],
  ["Wheel, two fingers", "Nearer, farther"],
  ["Right drag, two fingers", "Move the view"],
] as const;

const SEEN = [
  ["Arrow", "The force of a finger; as long as it is strong"],
  ["Red ring", "There it slips; as wide as it is fast"],
  ["Pale blue hand", "Captured: where the hand would be were nothing there"],
] as const;

const PRESSED_BY_KEY = "button, a, summary, input[type=checkbox], input[type=radio]";

function row(left: Node, what: string): HTMLElement {
  return h("div", { class: "help-row" }, h("dt", {}, left), h("dd", {}, what));
}

/** Keyboard shortcuts, and the page that explains them (`?`). */
export function listen(shortcuts: readonly Shortcut[]): void {
  const help = byId<HTMLDialogElement>("help");
  const open = () => (help.open ? help.close() : help.showModal());
  const all = [...shortcuts, { key: "?", shown: "?", what: "This help", run: open }];
  byId("help-keys").append(...all.map(({ shown, what }) => row(h("kbd", {}, shown), what)));
  byId("help-pointer").append(...POINTER.map(([how, what]) => row(h("span", {}, how), what)));
  byId("help-seen").append(...SEEN.map(([sign, what]) => row(h("span", {}, sign), what)));
  byId("help-open").addEventListener("click", open);
  help.addEventListener("click", (event) => event.target === help && help.close()); // on the backdrop

  // A button that was clicked does not keep the focus: space goes on to mean pause.
  document.addEventListener("click", (event) => {
    if (event.detail > 0 && event.target instanceof Element) event.target.closest("button")?.blur();
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const focused = event.target as HTMLElement;
    if (focused.matches("select, input[type=text]")) return;
    // Space and Enter belong to the button or switch that has the focus.
    if ((event.key === " " || event.key === "Enter") && focused.matches(PRESSED_BY_KEY)) return;
    if (help.open && event.key !== "?") return;
    const found = all.find((shortcut) => shortcut.key === event.key);
    if (found === undefined) return;
    event.preventDefault();
    found.run();
  });
}
