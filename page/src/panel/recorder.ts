import { byId, h } from "../dom";
import type { Recording } from "../messages";
import type { Notices } from "./notices";

/** The record button, and the files of a finished recording. */
export class Recorder {
  private running = false;
  private offered = "";
  private readonly button = byId<HTMLButtonElement>("record");
  private readonly count = byId("record-count");

  constructor(
    private readonly record: (on: boolean) => void,
    private readonly notices: Notices,
  ) {
    this.button.addEventListener("click", () => this.toggle());
  }

  toggle(): void {
    this.record(!this.running);
  }

  show(state: Recording): void {
    this.running = state.running;
    this.button.setAttribute("aria-pressed", `${state.running}`);
    this.button.title = state.running ? "Finish the recording (g)" : "Record (g)";
    this.button.setAttribute("aria-label", state.running ? "Finish the recording" : "Record");
    this.count.textContent = state.running ? `${state.frames} frames` : "";
    if (state.running || state.files.length === 0 || state.files.join() === this.offered) return;
    this.offered = state.files.join();
    const links = state.files.map((file) =>
      h("a", { href: file, download: "", class: "download" }, suffix(file).toUpperCase()),
    );
    const saved = `Recorded ${state.frames} frames. Download:`;
    this.notices.say("good", saved, [h("span", { class: "downloads" }, ...links)], true);
  }

  enable(driving: boolean): void {
    this.button.disabled = !driving;
  }
}

function suffix(file: string): string {
  return file.split(".").at(-1)!;
}
