import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DynamicDrawUsage,
  Group,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  SkinnedMesh,
  SphereGeometry,
  Vector3,
} from "three";

import type { TaxelPatches } from "../messages";
import type { HandView } from "./hand";

/** Share of the pitch that a square fills. */
const FILLED = 0.86;
/** [m] above the skin, so that neither hides in the other. */
const LIFT = 0.0005;
/** Steps of depth by which squares are drawn nearer, some 2 mm: bent joints fold and bulge the skin over them. */
const NEARER = 2000;
/** [Pa] drawn in full red; 8 psi are a firm grip. */
const FULL = 6e4;
const PALE = new Color("#f6efe9");
const RED = new Color("#e00b1c");
/** Of a square that nothing presses, and of one that is pressed. */
const FAINT = 0.28;
const SOLID = 0.95;
/** Most centres of pressure at a time. */
const MOST = 32;

/** Redness of a square, from nothing to full: light touches are seen as well as firm ones. */
export function redness(pressure: number): number {
  return Math.sqrt(Math.min(1, Math.max(0, pressure / FULL)));
}

/** The corners of a square about each taxel (4 × 3 numbers each), and its two triangles. */
export function squares(patches: Pick<TaxelPatches, "pos" | "normal" | "along" | "pitch">): {
  corners: Float32Array;
  faces: Uint32Array;
} {
  const count = patches.pos.shape[0];
  const corners = new Float32Array(12 * count);
  const faces = new Uint32Array(6 * count);
  const half = 0.5 * FILLED * patches.pitch;
  for (let k = 0; k < count; k++) {
    out.fromArray(patches.normal.data, 3 * k);
    along.fromArray(patches.along.data, 3 * k);
    across.crossVectors(out, along);
    at.fromArray(patches.pos.data, 3 * k).addScaledVector(out, LIFT);
    SIGNS.forEach(([u, v], corner) => {
      point.copy(at).addScaledVector(along, u * half).addScaledVector(across, v * half);
      point.toArray(corners, 12 * k + 3 * corner);
    });
    faces.set([4 * k, 4 * k + 1, 4 * k + 2, 4 * k, 4 * k + 2, 4 * k + 3], 6 * k);
  }
  return { corners, faces };
}

/** The taxels of one hand's glove: squares that its skin carries, the redder the more is pressed. */
export class TaxelView {
  readonly mesh: SkinnedMesh;
  private readonly colors: BufferAttribute;
  private readonly cells: Uint32Array;

  constructor(
    patches: TaxelPatches,
    private readonly hand: HandView,
  ) {
    const count = patches.cell.shape[0];
    const { corners, faces } = squares(patches);
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(corners, 3));
    geometry.setAttribute("skinIndex", new BufferAttribute(fourfold(patches.joints.data, new Uint8Array(16 * count)), 4));
    geometry.setAttribute("skinWeight", new BufferAttribute(fourfold(patches.weights.data, new Float32Array(16 * count)), 4));
    this.colors = new BufferAttribute(new Float32Array(16 * count), 4).setUsage(DynamicDrawUsage);
    geometry.setAttribute("color", this.colors);
    geometry.setIndex(new BufferAttribute(faces, 1));
    this.cells = patches.cell.data;
    const material = new MeshBasicMaterial({
      vertexColors: true,
      transparent: true,
      depthWrite: false,
      polygonOffset: true,
      polygonOffsetFactor: -4,
      polygonOffsetUnits: -NEARER,
      toneMapped: false,
    });
    this.mesh = new SkinnedMesh(geometry, material);
    this.mesh.matrixAutoUpdate = false;
    this.mesh.bind(hand.mesh.skeleton, new Matrix4());
    this.mesh.frustumCulled = false;
    this.mesh.visible = false;
    this.show(new Float32Array());
  }

  /** Colour the squares by an image of pressures [Pa]. */
  show(image: Float32Array): void {
    for (let k = 0; k < this.cells.length; k++) {
      const red = redness(image[this.cells[k]!] ?? 0);
      shade.copy(PALE).lerp(RED, red);
      const alpha = red > 0 ? Math.max(0.55, SOLID * Math.sqrt(red)) : FAINT;
      for (let corner = 0; corner < 4; corner++) this.colors.setXYZW(4 * k + corner, shade.r, shade.g, shade.b, alpha);
    }
    this.colors.needsUpdate = true;
    this.mesh.visible = this.hand.mesh.visible;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    (this.mesh.material as MeshBasicMaterial).dispose();
  }
}

/** Centres of pressure: white dots with a dark rim, seen through the hand too. */
export class PressureCenters extends Group {
  private readonly dots: InstancedMesh[];

  constructor() {
    super();
    const looks = [
      { radius: 0.0021, color: "#1b1016", order: 11 },
      { radius: 0.0013, color: "#ffffff", order: 12 },
    ];
    this.dots = looks.map(({ radius, color, order }) => {
      const material = new MeshBasicMaterial({ color, depthTest: false, transparent: true, opacity: 0.95, toneMapped: false });
      const mesh = new InstancedMesh(new SphereGeometry(radius, 16, 12), material, MOST);
      mesh.frustumCulled = false;
      mesh.renderOrder = order;
      mesh.count = 0;
      this.add(mesh);
      return mesh;
    });
  }

  /** Show them at points [m] (c × 3). */
  show(points: Float32Array): void {
    const count = Math.min(MOST, points.length / 3);
    for (const mesh of this.dots) {
      for (let k = 0; k < count; k++) {
        mesh.setMatrixAt(k, matrix.makeTranslation(points[3 * k]!, points[3 * k + 1]!, points[3 * k + 2]!));
      }
      mesh.count = count;
      mesh.instanceMatrix.needsUpdate = true;
    }
  }
}

/** Each row of four numbers four times, into a longer array. */
function fourfold<Numbers extends Uint8Array | Float32Array>(rows: Numbers, into: Numbers): Numbers {
  for (let k = 0; k < into.length / 4; k++) into.set(rows.subarray(4 * (k >> 2), 4 * (k >> 2) + 4), 4 * k);
  return into;
}

const SIGNS = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
] as const;
const out = new Vector3();
const along = new Vector3();
const across = new Vector3();
const at = new Vector3();
const point = new Vector3();
const shade = new Color();
const matrix = new Matrix4();
