import { byId } from "../dom";
import type { State } from "../wire/connection";

/** Says that the server is gone, that it refuses this page, or that it is of another version. */
export class Banner {
  private readonly element = byId("banner");
  private readonly text = byId("banner-text");
  private readonly button = byId<HTMLButtonElement>("banner-retry");
  private timer = 0;

  constructor(retry: () => void) {
    this.button.addEventListener("click", retry);
  }

  show(state: State): void {
    window.clearInterval(this.timer);
    this.element.hidden = state.kind === "open";
    document.body.classList.toggle("offline", state.kind !== "open");
    if (state.kind === "open") return;
    this.button.hidden = state.kind === "mismatch";
    if (state.kind === "mismatch") {
      this.text.textContent = state.text;
      return;
    }
    const why = state.refused
      ? "The server refuses this page’s token: it was started anew. Open the address it printed."
      : "Lost the server; reconnecting";
    const count = () => {
      const seconds = Math.max(0, Math.ceil((state.retryAt - performance.now()) / 1000));
      this.text.textContent = state.refused ? why : seconds > 0 ? `${why} in ${seconds} s …` : `${why} …`;
    };
    count();
    this.timer = window.setInterval(count, 500);
  }
}
