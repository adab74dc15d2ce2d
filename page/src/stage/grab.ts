import { Matrix4, Plane, Raycaster, Vector2, Vector3 } from "three";

import type { PageMessage } from "../messages";
import type { Studio } from "../view/studio";
import type { World } from "./world";

/** Pixels within which a handle is taken: a fingertip's width on a touch screen. */
const REACH = { mouse: 16, touch: 28 };

interface Held {
  readonly pointer: number;
  readonly name: string;
  readonly anchor: readonly [number, number, number] | null;
  /** through what was taken, facing the eye: the target moves in it */
  readonly plane: Plane;
}

/** The mouse spring and the handles: a drag that begins on one belongs to it, others orbit. */
export class Grab {
  private held: Held | null = null;
  private target: Vector3 | null = null;
  private readonly ray = new Raycaster();

  constructor(
    private readonly studio: Studio,
    private readonly world: World,
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
    this.sendTarget(this.held, null);
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
    this.held = { pointer: event.pointerId, name: found.name, anchor: found.anchor, plane };
    this.target = found.point;
  }

  private move(event: PointerEvent): void {
    if (this.held === null) {
      if (event.pointerType === "mouse" && event.buttons === 0) this.hint(event);
      return;
    }
    if (event.pointerId !== this.held.pointer) return;
    this.aim(event);
    this.target = this.ray.ray.intersectPlane(this.held.plane, new Vector3()) ?? this.target;
  }

  private release(event: PointerEvent): void {
    if (event.pointerId === this.held?.pointer) this.drop();
  }

  private hint(event: PointerEvent): void {
    const found = this.mayGrab() ? this.under(event) : null;
    this.studio.canvas.dataset["grab"] = found === null ? "" : "can";
  }

  private under(event: PointerEvent) {
    const rect = this.studio.canvas.getBoundingClientRect();
    const pixel = { x: event.clientX - rect.left, y: event.clientY - rect.top };
    const reach = event.pointerType === "mouse" ? REACH.mouse : REACH.touch;
    const handle = this.world.handles.near(pixel, (point) => this.studio.project(point), reach);
    if (handle !== null) return { ...handle, anchor: null };
    this.aim(event);
    const [hit] = this.ray.intersectObjects(this.world.solid(), false);
    if (hit === undefined || !this.world.isMovable(hit.object.name)) return null;
    const local = hit.point.clone().applyMatrix4(new Matrix4().copy(hit.object.matrixWorld).invert());
    return { name: hit.object.name, point: hit.point, anchor: [local.x, local.y, local.z] as const };
  }

  private aim(event: PointerEvent): void {
    const rect = this.studio.canvas.getBoundingClientRect();
    const x = (2 * (event.clientX - rect.left)) / rect.width - 1;
    const y = 1 - (2 * (event.clientY - rect.top)) / rect.height;
    this.ray.setFromCamera(new Vector2(x, y), this.studio.camera);
  }

  private sendTarget(held: Held, target: readonly [number, number, number] | null): void {
    if (held.anchor === null) this.send({ type: "DragHandle", handle: held.name, target });
    else this.send({ type: "Pull", body: held.name, anchor: held.anchor, target });
  }
}
