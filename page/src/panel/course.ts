import type { Step } from "../messages";

/** The step that a person should take now: the first that is ready. */
export function mainStep(steps: readonly Step[]): Step | null {
  return steps.find((step) => step.state === "ready") ?? null;
}

/** What to say below the steps: about the one that runs, or else about the main one. */
export function hintOf(steps: readonly Step[]): string {
  const running = steps.find((step) => step.state === "running");
  return (running ?? mainStep(steps))?.hint ?? "";
}
