import { Bone, BufferAttribute, BufferGeometry, type Material, Matrix4, Skeleton, SkinnedMesh, Vector2 } from "three";

import type { HandRig } from "../messages";
import { Blush, HAND_BLOOD, numbers } from "./blush";
import { Corrections } from "./corrections";
import { setPose } from "./pose";
import type { Quality } from "./quality";
import { ghostMaterial, linearColors, partsMaterial, picture, skinMaterial, type SkinPictures } from "./skin";

/** Opacity of a hand that is only tried. */
const PALE = 0.5;

/** A hand's skin, carried by joints whose world poses come with every frame. */
export class HandView {
  readonly mesh: SkinnedMesh;
  /** of the skin at rest; null where bones alone shape it */
  readonly corrections: Corrections | null;
  readonly shapeCount: number;
  private readonly bones: Bone[];
  private pictures: SkinPictures | null = null;
  private blush: Blush | null = null;
  readonly blood = new Float32Array(HAND_BLOOD);
  private solid: Material;
  private ghost: Material | null = null;
  private isPale = false;
  private gone = false;

  constructor(
    rig: HandRig,
    private readonly quality: Quality,
  ) {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(rig.vertices.data, 3));
    geometry.setAttribute("normal", new BufferAttribute(rig.normals.data, 3));
    geometry.setAttribute("color", new BufferAttribute(linearColors(rig.colors.data), 3));
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
    this.solid = this.material(rig);
    this.mesh = new SkinnedMesh(geometry, this.solid);
    if (this.corrections !== null) this.mesh.customDepthMaterial = this.corrections.depth;
    this.mesh.name = rig.hand;
    this.mesh.matrixAutoUpdate = false;
    this.mesh.bind(new Skeleton(this.bones, inverses), new Matrix4());
    this.mesh.frustumCulled = false; // its bounds are those of the bind pose
    this.mesh.castShadow = this.mesh.receiveShadow = rig.opacity === 1;
    if (rig.opacity < 1) this.mesh.renderOrder = 1; // what is behind a ghost is seen
  }

  get jointCount(): number {
    return this.bones.length;
  }

  get isPainted(): boolean {
    return this.pictures !== null;
  }

  /** Pixels of the pictures that lie on it. */
  get pictureSize(): Vector2 {
    const bitmap = this.pictures?.color.image as ImageBitmap | undefined;
    return this.blush?.size ?? new Vector2(bitmap?.width ?? 1, bitmap?.height ?? 1);
  }

  get isColored(): boolean {
    return this.blush !== null;
  }

  /** Set all joints from poses, the hand's first in row `first`. */
  move(poses: Float32Array, first: number): void {
    this.bones.forEach((bone, joint) => setPose(bone.matrixWorld, poses, first + joint));
  }

  /** Draw it as a ghost: it is not there, but tried. */
  pale(on: boolean): void {
    if (on === this.isPale || (this.solid.transparent && !this.isPale)) return; // some always are
    this.isPale = on;
    this.mesh.material = on ? (this.ghost ??= this.corrected(ghostMaterial(PALE))) : this.solid;
    this.mesh.castShadow = !on;
    this.mesh.renderOrder = on ? 1 : 0;
  }

  /** Set the coordinates of its shape at rest. */
  shape(coordinates: Float32Array): void {
    this.corrections?.set(coordinates);
  }

  /** Set the blood of its fingertips, which begins at place `first`. */
  flush(blood: Float32Array, first: number): void {
    this.blood.set(blood.subarray(first, first + HAND_BLOOD));
    this.blush?.set(this.blood);
  }

  /** Lay the rig's pictures on it, once they are here; until then it has its vertices' colours. */
  async paint(rig: HandRig, fetched: (path: string) => Promise<Blob>): Promise<void> {
    if (rig.color_picture === "") return;
    // A relief that fine is lost where the processor draws.
    const relief = this.quality === "full" && rig.normal_picture !== "";
    const [color, normal] = await Promise.all([
      fetched(rig.color_picture).then((file) => picture(file, true)),
      relief ? fetched(rig.normal_picture).then((file) => picture(file, false)) : null,
    ]);
    // Without tangents three takes green as towards the bottom, and the map has it to the top.
    this.pictures = { color, normal, normalScale: new Vector2(1, -1), roughness: rig.roughness };
    this.remake();
  }

  /** Let its fingertips change colour, once what that takes is here. */
  async color(rig: HandRig, fetched: (path: string) => Promise<Blob>): Promise<void> {
    if (rig.lookup_picture === "") return;
    const [lookup, textures] = await Promise.all(
      [rig.lookup_picture, rig.texture_picture].map(async (path) => numbers(await fetched(path))),
    );
    const { texture_scale: scale, pigment, blood_space: space } = rig;
    this.blush = new Blush({ lookup: lookup!, textures: textures!, scale, pigment, space });
    this.blush.set(this.blood);
    this.remake();
  }

  /** A material as the one it is drawn by, in any quality; or without its blood. */
  skin(quality = this.quality, blushes = true): Material {
    const material = skinMaterial(quality, this.pictures);
    return this.corrected(blushes && this.blush !== null ? this.blush.taught(material) : material);
  }

  dispose(): void {
    this.gone = true;
    this.mesh.geometry.dispose();
    this.mesh.skeleton.dispose();
    this.solid.dispose();
    this.ghost?.dispose();
    this.corrections?.dispose();
    this.pictures?.color.dispose();
    this.pictures?.normal?.dispose();
    this.blush?.dispose();
  }

  private material({ opacity, is_skin: isSkin }: HandRig): Material {
    if (opacity < 1) return this.corrected(ghostMaterial(opacity));
    return isSkin ? this.skin() : this.corrected(partsMaterial(this.quality));
  }

  private remake(): void {
    if (this.gone) return this.dispose();
    this.solid.dispose();
    this.solid = this.skin();
    if (!this.isPale) this.mesh.material = this.solid;
  }

  private corrected(material: Material): Material {
    return this.corrections?.taught(material) ?? material;
  }
}
