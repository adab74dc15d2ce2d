import { Bone, BufferAttribute, BufferGeometry, type Material, Matrix4, Skeleton, SkinnedMesh, Vector2 } from "three";

import type { HandRig } from "../messages";
import { Corrections } from "./corrections";
import { setPose } from "./pose";
import type { Quality } from "./quality";
import { blush, linearColors, partsMaterial, picture, skinMaterial, type SkinPictures } from "./skin";

/** A hand's skin, carried by joints whose world poses come with every frame. */
export class HandView {
  readonly mesh: SkinnedMesh;
  /** of the skin at rest; null where bones alone shape it */
  readonly corrections: Corrections | null;
  readonly shapeCount: number;
  private readonly bones: Bone[];
  private pictures: SkinPictures | null = null;
  private gone = false;

  constructor(
    rig: HandRig,
    private readonly quality: Quality,
  ) {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(rig.vertices.data, 3));
    geometry.setAttribute("normal", new BufferAttribute(rig.normals.data, 3));
    const colors = linearColors(rig.colors.data);
    if (rig.is_skin) blush(colors, rig.region.data, tipWeights(rig));
    geometry.setAttribute("color", new BufferAttribute(colors, 3));
    if (rig.uv.shape[0] > 0) geometry.setAttribute("uv", new BufferAttribute(rig.uv.data, 2));
    geometry.setAttribute("skinIndex", new BufferAttribute(rig.joints.data, 4));
    geometry.setAttribute("skinWeight", new BufferAttribute(rig.weights.data, 4));
    geometry.setIndex(new BufferAttribute(rig.faces.data, 1));
    this.corrections = Corrections.of(rig, geometry);
    this.shapeCount = rig.shapes.length;

    const inverses = rig.joint_names.map((_, joint) =>
      new Matrix4().fromArray(rig.inverse_bind.data, 16 * joint).transpose(),
    );
    // The bones stand in no scene: nothing but `move` writes their world matrices.
    this.bones = rig.joint_names.map(() => new Bone());
    this.mesh = new SkinnedMesh(geometry, this.corrected(rig.is_skin ? skinMaterial(quality) : partsMaterial(quality)));
    if (this.corrections !== null) this.mesh.customDepthMaterial = this.corrections.depth;
    this.mesh.name = rig.hand;
    this.mesh.matrixAutoUpdate = false;
    this.mesh.bind(new Skeleton(this.bones, inverses), new Matrix4());
    this.mesh.frustumCulled = false; // its bounds are those of the bind pose
    this.mesh.castShadow = this.mesh.receiveShadow = true;
  }

  get jointCount(): number {
    return this.bones.length;
  }

  get isPainted(): boolean {
    return this.pictures !== null;
  }

  /** Set all joints from poses, the hand's first in row `first`. */
  move(poses: Float32Array, first: number): void {
    this.bones.forEach((bone, joint) => setPose(bone.matrixWorld, poses, first + joint));
  }

  /** Set the coordinates of its shape at rest. */
  shape(coordinates: Float32Array): void {
    this.corrections?.set(coordinates);
  }

  /** Lay the rig's pictures on it, once they are here; until then it has its vertices' colours. */
  async paint(rig: HandRig, address: (path: string) => string): Promise<void> {
    if (rig.color_picture === "") return;
    // A relief that fine is lost where the processor draws.
    const relief = this.quality === "full" && rig.normal_picture !== "";
    const [color, normal] = await Promise.all([
      picture(address(rig.color_picture), true),
      relief ? picture(address(rig.normal_picture), false) : null,
    ]);
    // Without tangents three takes green as towards the bottom, and the map has it to the top.
    this.pictures = { color, normal, normalScale: new Vector2(1, -1), roughness: rig.roughness };
    if (this.gone) this.dispose();
    else {
      (this.mesh.material as Material).dispose();
      this.mesh.material = this.corrected(skinMaterial(this.quality, this.pictures));
    }
  }

  dispose(): void {
    this.gone = true;
    this.mesh.geometry.dispose();
    this.mesh.skeleton.dispose();
    (this.mesh.material as Material).dispose();
    this.corrections?.dispose();
    this.pictures?.color.dispose();
    this.pictures?.normal?.dispose();
  }

  private corrected(material: Material): Material {
    return this.corrections?.taught(material) ?? material;
  }
}

/** Share of each vertex (n) that the last bone of a finger carries. */
function tipWeights(rig: HandRig): Float32Array {
  const last = rig.joint_names.map((name) => /-(distal|tip)$/.test(name));
  return Float32Array.from(rig.region.data, (_, vertex) => {
    let share = 0;
    for (let k = 4 * vertex; k < 4 * vertex + 4; k++) {
      if (last[rig.joints.data[k]!]) share += rig.weights.data[k]!;
    }
    return share;
  });
}
