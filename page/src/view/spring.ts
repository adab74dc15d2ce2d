import { CylinderGeometry, Group, Mesh, MeshBasicMaterial, SphereGeometry, Vector3 } from "three";

const UP = new Vector3(0, 1, 0);

/** The mouse spring: a thread from where it holds the body to where the pointer is. */
export class SpringView extends Group {
  private readonly thread: Mesh;
  private readonly ends: [Mesh, Mesh];

  constructor() {
    super();
    const material = new MeshBasicMaterial({ color: "#fff3c9", depthTest: false, transparent: true, opacity: 0.92 });
    this.thread = new Mesh(new CylinderGeometry(0.0009, 0.0009, 1, 8).translate(0, 0.5, 0), material);
    const ball = new SphereGeometry(0.0035, 16, 12);
    this.ends = [new Mesh(ball, material), new Mesh(ball, material)];
    for (const part of [this.thread, ...this.ends]) part.renderOrder = 10;
    this.add(this.thread, ...this.ends);
    this.visible = false;
  }

  /** Show it between two points, or hide it. Returns the middle, for a label. */
  show(pull: Float32Array): Vector3 | null {
    this.visible = pull.length >= 6;
    if (!this.visible) return null;
    const anchor = new Vector3().fromArray(pull, 0);
    const target = new Vector3().fromArray(pull, 3);
    this.ends[0].position.copy(anchor);
    this.ends[1].position.copy(target);
    const way = target.clone().sub(anchor);
    const length = way.length();
    this.thread.position.copy(anchor);
    this.thread.scale.set(1, Math.max(length, 1e-6), 1);
    if (length > 0) this.thread.quaternion.setFromUnitVectors(UP, way.divideScalar(length));
    return anchor.lerp(target, 0.5);
  }
}
