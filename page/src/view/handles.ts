import { Color, Group, Mesh, MeshBasicMaterial, SphereGeometry, Vector3 } from "three";

import { GROUPS } from "../fingers";

const CORE = new SphereGeometry(0.0034, 24, 16);
const HALO = new SphereGeometry(0.0068, 24, 16);
/** [m] from the eye, nearer than which they shrink: they must not cover what is looked at. */
const NEAR = 0.4;

/** Points that can be dragged, as small glowing balls. */
export class HandleViews extends Group {
  private names: readonly string[] = [];

  /** Other handles; those named after a finger wear its colour. */
  rename(names: readonly string[]): void {
    this.clear();
    this.names = names;
    for (const name of names) {
      const finger = GROUPS.find((group) => name.toLowerCase().includes(group.name.toLowerCase()));
      const color = new Color(finger?.color ?? "#ffffff");
      const core = new Mesh(CORE, new MeshBasicMaterial({ color, depthTest: false, transparent: true }));
      const halo = new Mesh(HALO, new MeshBasicMaterial({ color, depthTest: false, transparent: true, opacity: 0.3 }));
      core.renderOrder = 9;
      halo.renderOrder = 8;
      const handle = new Group();
      handle.add(halo, core);
      this.add(handle);
    }
  }

  move(points: Float32Array): void {
    this.children.forEach((handle, k) => {
      handle.visible = 3 * k + 2 < points.length && Number.isFinite(points[3 * k]!);
      if (handle.visible) handle.position.fromArray(points, 3 * k);
    });
  }

  /** Draw them for an eye. */
  fit(eye: Vector3): void {
    for (const handle of this.children) handle.scale.setScalar(Math.min(1, handle.position.distanceTo(eye) / NEAR));
  }

  /** The handle drawn nearest to a pixel, if one is within `reach` pixels. */
  near(
    pixel: { x: number; y: number },
    project: (point: Vector3) => { x: number; y: number },
    reach: number,
  ): { name: string; point: Vector3 } | null {
    let best: { name: string; point: Vector3 } | null = null;
    let least = reach;
    this.children.forEach((handle, k) => {
      if (!handle.visible) return;
      const { x, y } = project(handle.position);
      const distance = Math.hypot(x - pixel.x, y - pixel.y);
      if (distance <= least) {
        least = distance;
        best = { name: this.names[k]!, point: handle.position.clone() };
      }
    });
    return best;
  }
}
