import {
  BackSide,
  DynamicDrawUsage,
  FrontSide,
  GreaterDepth,
  Group,
  InstancedMesh,
  LessEqualDepth,
  Matrix4,
  MeshLambertMaterial,
  SphereGeometry,
  Vector3,
} from "three";

/** Most at a time. */
const MOST = 16;
/** Numbers of each: centre and three half-axes. */
const EACH = 12;
const COLOR = "#6fc3ff";
/** [m] A half-axis is drawn at least so long: what is flat can still be seen. */
const THINNEST = 0.0004;

/** The matrix that makes an ellipsoid of the unit sphere, from the k-th centre and half-axes. Right-handed, whatever the
 * order of the axes: else its faces would be turned inside out. */
export function ellipsoidMatrix(numbers: Float32Array, k: number, into = new Matrix4()): Matrix4 {
  const [a, b, c] = AXES;
  AXES.forEach((axis, row) => axis.fromArray(numbers, EACH * k + 3 * (row + 1)));
  for (const [row, axis] of AXES.entries()) {
    if (axis.length() > THINNEST) continue;
    if (axis.lengthSq() === 0) axis.crossVectors(AXES[(row + 1) % 3]!, AXES[(row + 2) % 3]!);
    axis.setLength(THINNEST);
  }
  if (cross.crossVectors(a, b).dot(c) < 0) c.negate();
  return into.makeBasis(a, b, c).setPosition(numbers[EACH * k]!, numbers[EACH * k + 1]!, numbers[EACH * k + 2]!);
}

/** Far walls first, then near ones; each as it is seen, and fainter where a hand or a thing hides it. */
const WALLS = [
  { side: BackSide, depthFunc: GreaterDepth, opacity: 0.1 },
  { side: BackSide, depthFunc: LessEqualDepth, opacity: 0.24 },
  { side: FrontSide, depthFunc: GreaterDepth, opacity: 0.2 },
  { side: FrontSide, depthFunc: LessEqualDepth, opacity: 0.34 },
] as const;

/** Ellipsoids of a scene's own, as tinted glass. */
export class EllipsoidViews extends Group {
  private readonly walls: InstancedMesh[];

  constructor() {
    super();
    const sphere = new SphereGeometry(1, 48, 32);
    this.walls = WALLS.map((look, order) => {
      const material = new MeshLambertMaterial({
        color: COLOR,
        emissive: COLOR,
        emissiveIntensity: 0.3,
        transparent: true,
        depthWrite: false,
        ...look,
      });
      const mesh = new InstancedMesh(sphere, material, MOST);
      mesh.frustumCulled = false;
      mesh.renderOrder = 4 + order;
      mesh.count = 0;
      mesh.instanceMatrix.setUsage(DynamicDrawUsage);
      this.add(mesh);
      return mesh;
    });
  }

  /** How many are drawn. */
  get shown(): number {
    return this.walls[0]!.count;
  }

  /** Show them (e × 4 × 3 numbers) [m]. */
  show(numbers: Float32Array): void {
    const count = Math.min(MOST, Math.floor(numbers.length / EACH));
    for (const mesh of this.walls) {
      for (let k = 0; k < count; k++) mesh.setMatrixAt(k, ellipsoidMatrix(numbers, k, matrix));
      mesh.count = count;
      mesh.instanceMatrix.needsUpdate = true;
    }
  }
}

const AXES = [new Vector3(), new Vector3(), new Vector3()] as const;
const cross = new Vector3();
const matrix = new Matrix4();
