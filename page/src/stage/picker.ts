import { Matrix4, Raycaster, Vector2, Vector3 } from "three";

import type { Studio } from "../view/studio";
import type { Pointed } from "./press";
import type { World } from "./world";

/** Pixels within which a handle is taken: a fingertip's width on a touch screen. */
const REACH = { mouse: 16, touch: 28 };

/** What lies under a pointer. */
export interface Picked {
  readonly name: string;
  /** [m], world */
  readonly point: Vector3;
  /** the same in the thing's own frame; null for a handle */
  readonly local: readonly [number, number, number] | null;
}

/** Finds handles, and places of things, under a pointer. */
export class Picker {
  private readonly ray = new Raycaster();

  constructor(
    private readonly studio: Studio,
    private readonly world: World,
  ) {}

  /** The handle or the thing that is nearest; null where there is neither. */
  under(event: Pointed): Picked | null {
    const rect = this.studio.canvas.getBoundingClientRect();
    const pixel = { x: event.clientX - rect.left, y: event.clientY - rect.top };
    const reach = event.pointerType === "mouse" ? REACH.mouse : REACH.touch;
    const handle = this.world.handles.near(pixel, (point) => this.studio.project(point), reach);
    if (handle !== null) return { ...handle, local: null };
    const [hit] = this.aimed(event).intersectObjects(this.world.solid(), false);
    if (hit === undefined) return null;
    const local = hit.point.clone().applyMatrix4(new Matrix4().copy(hit.object.matrixWorld).invert());
    return { name: hit.object.name, point: hit.point, local: [local.x, local.y, local.z] };
  }

  /** The ray from the eye through a pointer. */
  aimed(event: Pointed): Raycaster {
    const rect = this.studio.canvas.getBoundingClientRect();
    const x = (2 * (event.clientX - rect.left)) / rect.width - 1;
    const y = 1 - (2 * (event.clientY - rect.top)) / rect.height;
    this.ray.setFromCamera(new Vector2(x, y), this.studio.camera);
    return this.ray;
  }
}
