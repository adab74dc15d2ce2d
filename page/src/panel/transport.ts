import { byId, h, icon } from "../dom";
import { ICONS } from "../icons";
import type { Frame, Transport } from "../messages";

const SPEEDS = [
  { value: 1, label: "1×", name: "Full speed" },
  { value: 0.5, label: "½×", name: "Half speed" },
  { value: 0.25, label: "¼×", name: "Quarter speed" },
  { value: 0.1, label: "⅒×", name: "A tenth of the speed" },
] as const;

type Change = Omit<Transport, "type">;

/** Pause, step, slow motion, reset, and the scrubber of a clip. */
export class TransportBar {
  private running = true;
  private length = 0;
  private scrubbing = false;
  private wanted: number | null = null;
  private readonly play = byId<HTMLButtonElement>("play");
  private readonly stepButton = byId<HTMLButtonElement>("step");
  private readonly resetButton = byId<HTMLButtonElement>("reset");
  private readonly clock = byId("clock");
  private readonly phase = byId("phase");
  private readonly scrub = byId<HTMLInputElement>("scrub");
  private readonly speeds: HTMLButtonElement[];

  constructor(private readonly change: (change: Change) => void) {
    this.play.addEventListener("click", () => this.toggle());
    this.stepButton.addEventListener("click", () => this.step());
    this.resetButton.addEventListener("click", () => this.reset());
    this.speeds = SPEEDS.map(({ value, label, name }) =>
      h("button", { type: "button", "aria-label": name, title: name, click: () => change({ speed: value }) }, label),
    );
    byId("speeds").append(...this.speeds);
    this.scrub.addEventListener("input", () => {
      this.scrubbing = true;
      this.wanted = this.scrub.valueAsNumber;
    });
    this.scrub.addEventListener("change", () => (this.scrubbing = false));
    this.draw(true);
  }

  toggle(): void {
    this.change({ running: !this.running });
  }

  step(): void {
    this.change({ running: false, step: true });
  }

  reset(): void {
    this.change({ reset: true });
  }

  /** Next slower (−1) or faster (+1) speed. */
  shift(by: -1 | 1): void {
    const now = this.speeds.findIndex((button) => button.getAttribute("aria-pressed") === "true");
    const next = SPEEDS[now - by];
    if (next !== undefined) this.change({ speed: next.value });
  }

  /** A new scene: `length` [s] of its clip, 0 if it is live. */
  begin(length: number): void {
    this.length = length;
    byId("timeline").hidden = length <= 0;
    this.scrub.max = `${length}`;
    this.scrub.step = `${length / 2000}`;
  }

  show(frame: Frame): void {
    if (frame.running !== this.running) this.draw(frame.running);
    const time = `${frame.time.toFixed(2)} s`;
    if (this.clock.textContent !== time) this.clock.textContent = time;
    if (this.phase.textContent !== frame.phase) this.phase.textContent = frame.phase;
    SPEEDS.forEach(({ value }, k) => {
      const pressed = `${Math.abs(value - frame.speed) < 1e-6}`;
      if (this.speeds[k]!.getAttribute("aria-pressed") !== pressed) {
        this.speeds[k]!.setAttribute("aria-pressed", pressed);
      }
    });
    if (this.length > 0 && !this.scrubbing) this.place(frame.time);
  }

  /** Send the scrubber's place: once a picture, however often the mouse reports. */
  flush(): void {
    if (this.wanted === null) return;
    this.change({ seek: this.wanted });
    this.place(this.wanted);
    this.wanted = null;
  }

  enable(driving: boolean): void {
    const parts = [this.play, this.stepButton, this.resetButton, this.scrub, ...this.speeds];
    for (const part of parts) part.disabled = !driving;
  }

  private place(time: number): void {
    this.scrub.valueAsNumber = time;
    this.scrub.style.setProperty("--share", `${(100 * time) / this.length}%`);
    this.scrub.setAttribute("aria-valuetext", `${time.toFixed(2)} of ${this.length.toFixed(2)} seconds`);
  }

  private draw(running: boolean): void {
    this.running = running;
    const name = running ? "Pause" : "Play";
    this.play.replaceChildren(icon(running ? ICONS.pause : ICONS.play, !running));
    this.play.setAttribute("aria-label", name);
    this.play.title = `${name} (space)`;
  }
}
