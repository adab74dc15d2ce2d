import { byId } from "../dom";
import type { PageMessage, Role, TakeOverAsked } from "../messages";

/** Who drives next: a watching page asks, the page that drives answers, or lets the time run out. */
export class TakeOver {
  private readonly button = byId<HTMLButtonElement>("take-over");
  private readonly question = byId("question");
  private readonly text = byId("question-text");
  private asker: number | null = null;
  private timer = 0;

  /** @param self this page's number, as the server counts pages */
  constructor(
    private readonly self: () => number,
    private readonly send: (message: PageMessage) => void,
  ) {
    this.button.addEventListener("click", () => send({ type: "TakeOver" }));
    byId("question-yes").addEventListener("click", () => this.answer(true));
    byId("question-no").addEventListener("click", () => this.answer(false));
  }

  setRole(role: Role): void {
    this.button.hidden = role.driving;
  }

  /** Show a question, or that there is none any more. */
  show({ asker, seconds }: Pick<TakeOverAsked, "asker" | "seconds">): void {
    window.clearInterval(this.timer);
    this.asker = asker;
    const mine = asker === this.self();
    this.question.hidden = asker === null || mine;
    this.button.disabled = mine;
    this.button.textContent = "Take over";
    if (asker === null) return;
    const end = performance.now() + 1000 * seconds;
    const count = () => {
      const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
      if (mine) this.button.textContent = `Asked … ${left} s`;
      else this.text.textContent = `Another page wants to drive: it will in ${left} s.`;
    };
    count();
    this.timer = window.setInterval(count, 250);
  }

  private answer(yes: boolean): void {
    if (this.asker !== null) this.send({ type: "AnswerTakeOver", asker: this.asker, yes });
    this.show({ asker: null, seconds: 0 });
  }
}
