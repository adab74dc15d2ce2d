import { Plane, Vector3 } from "three";

import type { PageMessage } from "../messages";
import type { Studio } from "../view/studio";
import type { Picked, Picker } from "./picker";
import { Press } from "./press";
import type { World } from "./world";

interface Held {
  readonly press: Press;
  readonly name: string;
  readonly anchor: readonly [number, number, number] | null;
  /** through what was taken, facing the eye: the target moves in it */
  readonly plane: Plane;
}

/** The mouse spring and the handles: a drag that begins on one belongs to it, others orbit. The spring pulls from
 * when the pointer moves: a click pulls nothing. */
export class Grab {
  private held: Held | null = null;
  private target: Vector3 | null = null;
  private sent = false;

  constructor(
    private readonly studio: Studio,
    private readonly world: World,
    private readonly picker: Picker,
    private readonly mayGrab: () => boolean,
    private readonly send: (message: PageMessage) => void,
  ) {
    const { canvas } = studio;
    // On the way down, before OrbitControls hears of it.
    canvas.addEventListener("pointerdown", (event) => this.take(event), { capture: true });
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", (event) => this.release(event));
    canvas.addEventListener("pointercancel", (event) => this.release(event));
  }

  /** Send where the pointer is now: once a picture, however often the mouse reports. */
  flush(): void {
    if (this.held === null || this.target === null) return;
    this.sendTarget(this.held, [this.target.x, this.target.y, this.target.z]);
    this.target = null;
  }

  /** Let go of everything, as when the scene changes. */
  drop(): void {
    if (this.held === null) return;
    if (this.sent) this.sendTarget(this.held, null);
    this.held = null;
    this.target = null;
    this.studio.orbit.enabled = true;
    this.studio.canvas.dataset["grab"] = "";
  }

  private take(event: PointerEvent): void {
    if (this.held !== null || event.button !== 0 || !this.mayGrab()) return;
    const found = this.under(event);
    if (found === null) return;
    event.stopImmediatePropagation();
    this.studio.canvas.setPointerCapture(event.pointerId);
    this.studio.orbit.enabled = false;
    this.studio.canvas.dataset["grab"] = "held";
    const facing = this.studio.camera.getWorldDirection(new Vector3());
    const plane = new Plane().setFromNormalAndCoplanarPoint(facing, found.point);
    this.held = { press: new Press(event), name: found.name, anchor: found.local, plane };
    this.sent = false;
    this.target = found.local === null ? found.point : null;
  }

  private move(event: PointerEvent): void {
    if (this.held === null) {
      if (event.pointerType === "mouse" && event.buttons === 0) this.hint(event);
      return;
    }
    if (event.pointerId !== this.held.press.pointer || !this.held.press.drags(event)) return;
    this.target = this.picker.aimed(event).ray.intersectPlane(this.held.plane, new Vector3()) ?? this.target;
  }

  private release(event: PointerEvent): void {
    if (event.pointerId === this.held?.press.pointer) this.drop();
  }

  private hint(event: PointerEvent): void {
    const found = this.mayGrab() ? this.under(event) : null;
    this.studio.canvas.dataset["grab"] = found === null ? "" : "can";
  }

  private under(event: PointerEvent): Picked | null {
    const found = this.picker.under(event);
    return found === null || found.local === null || this.world.isMovable(found.name) ? found : null;
  }

  private sendTarget(held: Held, target: readonly [number, number, number] | null): void {
    this.sent = true;
    if (held.anchor === null) this.send({ type: "DragHandle", handle: held.name, target });
    else this.send({ type: "Pull", body: held.name, anchor: held.anchor, target });
  }
}
