/** A line of a chart. */
export interface Line {
  readonly name: string;
  readonly color: string;
  readonly dashed?: boolean;
}

/** Groups of contacts as the server numbers them, with their colours: Okabe and Ito's palette,
 * told apart by colour-blind readers too, lifted for a dark ground. */
export const GROUPS = [
  { name: "Thumb", color: "#ff8a4c" },
  { name: "Index", color: "#56b4f5" },
  { name: "Middle", color: "#2fd3a0" },
  { name: "Ring", color: "#e691c6" },
  { name: "Little", color: "#f2c14b" },
  { name: "Palm", color: "#b9b6c4", dashed: true },
] as const satisfies readonly Line[];
