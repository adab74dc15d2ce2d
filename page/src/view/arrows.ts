import {
  Color,
  ConeGeometry,
  CylinderGeometry,
  DynamicDrawUsage,
  GreaterDepth,
  Group,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  MeshLambertMaterial,
  Quaternion,
  TorusGeometry,
  Vector3,
} from "three";

import { GROUPS } from "../fingers";

const MOST = 256;
/** [m/N] */
const PER_NEWTON = 0.012;
/** [m] */
const LONGEST = 0.12;
/** [m] */
const SHAFT = 0.0014;
const HEAD = 0.009;
/** [N] Less is not worth an arrow. */
const LEAST = 0.03;
/** [m/s] Less is not slip but the creep of a contact. */
const SLIPS = 0.003;
/** [m/s] at which the ring is widest */
const FASTEST = 0.1;
/** [m] radius of the narrowest and the widest ring */
const RING = [0.004, 0.014] as const;
const SLIP_COLOR = new Color("#ff3d4f");

const UP = new Vector3(0, 1, 0);
const FINGER_COLORS: readonly Color[] = GROUPS.map(({ color }) => new Color(color));

/** [m] radius of the ring about a contact that slips so fast [m/s]; none where it sticks. */
export function ringRadius(slip: number): number {
  if (!(slip > SLIPS)) return 0;
  return RING[0] + (RING[1] - RING[0]) * Math.min(1, Math.sqrt(slip / FASTEST));
}

/** Forces: an arrow ends where one acts and points as it pushes; those of hands have their finger's
 * colour. Where the hand slips a red ring lies about the point, the wider the faster. What a finger
 * or a thing hides shines through faintly. */
export class ForceArrows extends Group {
  private readonly shafts: InstancedMesh[];
  private readonly heads: InstancedMesh[];
  private readonly rings: InstancedMesh[];

  /** Arrows that lead `away` begin at their point. */
  constructor(
    private readonly palette: readonly Color[] = FINGER_COLORS,
    private readonly away = false,
  ) {
    super();
    const shaft = new CylinderGeometry(SHAFT, SHAFT, 1, 8).translate(0, 0.5, 0);
    const head = new ConeGeometry(2.6 * SHAFT, HEAD, 12).translate(0, 0.5 * HEAD, 0);
    const solid = new MeshLambertMaterial();
    const hidden = { transparent: true, opacity: 0.42, depthFunc: GreaterDepth, depthWrite: false } as const;
    const ghost = new MeshLambertMaterial(hidden);
    this.shafts = [solid, ghost].map((material) => new InstancedMesh(shaft, material, MOST));
    this.heads = [solid, ghost].map((material) => new InstancedMesh(head, material, MOST));
    const ring = new TorusGeometry(1, 0.18, 8, 28).rotateX(Math.PI / 2);
    const bright = [new MeshBasicMaterial(), new MeshBasicMaterial(hidden)]; // red things are slipped on too
    this.rings = bright.map((material) => new InstancedMesh(ring, material, MOST));
    for (const mesh of [...this.shafts, ...this.heads, ...this.rings]) {
      mesh.frustumCulled = false;
      mesh.count = 0;
      mesh.instanceMatrix.setUsage(DynamicDrawUsage);
      this.add(mesh);
    }
  }

  /** How many contacts have a ring now. */
  get slipping(): number {
    return this.rings[0]!.count;
  }

  /** Show forces [N] (c × 3) at points [m] (c × 3) of groups (c), and slip [m/s] (c) where it is known. */
  show(pos: Float32Array, force: Float32Array, group: ArrayLike<number>, slip?: ArrayLike<number>): void {
    let count = 0;
    let slipping = 0;
    for (let k = 0; k < group.length && count < MOST; k++) {
      const color = this.palette[group[k]!];
      if (color === undefined) continue; // between things: not a hand's doing
      push.fromArray(force, 3 * k);
      const size = push.length();
      if (!(size > LEAST)) continue;
      push.divideScalar(size);
      turn.setFromUnitVectors(UP, push);
      const length = HEAD + Math.min(LONGEST, PER_NEWTON * size);
      at.fromArray(pos, 3 * k).addScaledVector(push, this.away ? 0 : -length);
      matrix.compose(at, turn, scale.set(1, length - HEAD, 1));
      this.place(this.shafts, count, color);
      at.addScaledVector(push, length - HEAD);
      matrix.compose(at, turn, scale.set(1, 1, 1));
      this.place(this.heads, count, color);
      count++;
      const radius = ringRadius(slip?.[k] ?? 0);
      if (radius === 0) continue;
      matrix.compose(at.fromArray(pos, 3 * k), turn, scale.setScalar(radius));
      this.place(this.rings, slipping++, SLIP_COLOR);
    }
    for (const mesh of this.rings) mesh.count = slipping;
    for (const mesh of [...this.shafts, ...this.heads]) mesh.count = count;
    for (const mesh of [...this.shafts, ...this.heads, ...this.rings]) {
      mesh.instanceMatrix.needsUpdate = true;
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    }
  }

  private place(meshes: InstancedMesh[], k: number, color: Color): void {
    for (const mesh of meshes) {
      mesh.setMatrixAt(k, matrix);
      mesh.setColorAt(k, color);
    }
  }
}

const push = new Vector3();
const at = new Vector3();
const scale = new Vector3();
const turn = new Quaternion();
const matrix = new Matrix4();
