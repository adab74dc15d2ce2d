import type { Control } from "../messages";

/** Controls that stand together under one heading; empty: under none. */
export interface ControlGroup {
  readonly heading: string;
  readonly controls: readonly Control[];
}

/** Controls in view and those folded away, both in groups, in the order in which they came. */
export function arrange(controls: readonly Control[]): {
  readonly shown: readonly ControlGroup[];
  readonly advanced: readonly ControlGroup[];
} {
  return {
    shown: grouped(controls.filter((control) => !control.advanced)),
    advanced: grouped(controls.filter((control) => control.advanced)),
  };
}

function grouped(controls: readonly Control[]): ControlGroup[] {
  const headings = [...new Set(controls.map((control) => control.group))];
  return headings.map((heading) => ({
    heading,
    controls: controls.filter((control) => control.group === heading),
  }));
}
