import { type Camera, CircleGeometry, Group, Mesh, MeshBasicMaterial, RingGeometry } from "three";

const DOT = new CircleGeometry(0.0026, 24);
const RING = new RingGeometry(0.0066, 0.0086, 40);
const EDGE = new RingGeometry(0.0058, 0.0094, 40);
const COLOR = "#ffe45c";
const EDGE_COLOR = "#161b28";
/** [m] from the eye, nearer than which they shrink: they must not cover what is looked at. */
const NEAR = 0.4;

/** Places that a person pointed at: a dot in a ring that faces the eye, whatever is before it. */
export class MarkViews extends Group {
  /** Show places [m] (m × 3). */
  show(places: Float32Array): void {
    const count = places.length / 3;
    while (this.children.length < count) this.add(mark());
    this.children.forEach((child, k) => {
      child.visible = k < count;
      if (child.visible) child.position.fromArray(places, 3 * k);
    });
  }

  /** How many are seen now. */
  get shown(): number {
    return this.children.filter((child) => child.visible).length;
  }

  /** Turn them to an eye. */
  face(eye: Camera): void {
    for (const child of this.children) {
      child.quaternion.copy(eye.quaternion);
      child.scale.setScalar(Math.min(1, child.position.distanceTo(eye.position) / NEAR));
    }
  }
}

function mark(): Group {
  const group = new Group();
  const parts = [
    [EDGE, EDGE_COLOR, 0.7],
    [RING, COLOR, 1],
    [DOT, COLOR, 1],
  ] as const;
  parts.forEach(([shape, color, opacity], k) => {
    const look = new MeshBasicMaterial({ color, opacity, depthTest: false, transparent: true, toneMapped: false });
    const mesh = new Mesh(shape, look);
    mesh.renderOrder = 10 + k;
    group.add(mesh);
  });
  return group;
}
