/** What tests in a browser may ask either page. */
interface Window {
  __prehensile: {
    stats?(): { frames: number; hz: number; jsMsPerFrame: number; received: number };
    /** pixel (CSS, from the canvas's upper left) of a point of the world [m] */
    project(point: [number, number, number]): { x: number; y: number };
    /** where the graphics card puts a hand's vertices, x, y, z of each [m], and its normals, world */
    skinned?(hand: string): Promise<{ vertices: number[]; normals: number[] } | null>;
    /** whether a hand's pictures have come */
    painted?(hand: string): boolean;
    /** whether a hand's fingertips change colour */
    colored?(hand: string): boolean;
    /** linear base colour r, g, b of texels x, y of a hand's picture, with a blood of 20 numbers or none, as
     * the material of a quality has it before light falls on it */
    blushed?(hand: string, quality: "full" | "plain", texels: number[], blood: number[] | null): Promise<number[] | null>;
    /** of the player: blood of a hand's fingertips as shown, none where it stays */
    blood?(hand: number): number[];
    /** what was last shown */
    state(): { readonly [name: string]: unknown } | null;
  };
}
