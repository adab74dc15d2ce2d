import type { PageMessage } from "../messages";
import type { Picker } from "./picker";
import { onClick } from "./press";
import type { World } from "./world";

/** Send what clicks point at: a place of a thing that can be pointed at, or nothing. To be called before anything
 * listens that takes drags: that stops events. */
export function sendPointing(
  canvas: HTMLCanvasElement,
  world: World,
  picker: Picker,
  mayPoint: () => boolean,
  send: (message: PageMessage) => void,
): void {
  onClick(canvas, (event) => {
    if (!world.canBePointedAt || !mayPoint()) return;
    const found = picker.under(event);
    if (found !== null && found.local === null) return; // a handle
    const meant = found !== null && world.isPointable(found.name);
    send({ type: "PointAt", body: meant ? found.name : null, at: meant ? found.local : null });
  });
}
