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
    /** what was last shown */
    state(): { readonly [name: string]: unknown } | null;
  };
}
