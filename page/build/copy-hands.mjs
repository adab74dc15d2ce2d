// The skinned hands (MIT) of @webxr-input-profiles/assets go where the Python package reads them.
import { copyFileSync, mkdirSync } from "node:fs";

const from = new URL("../node_modules/@webxr-input-profiles/assets/", import.meta.url);
const to = new URL("../../src/prehensile/skin/static/", import.meta.url);

mkdirSync(to, { recursive: true });
for (const side of ["left", "right"]) {
  copyFileSync(new URL(`dist/profiles/generic-hand/${side}.glb`, from), new URL(`${side}.glb`, to));
}
