import { Color, type Material, Mesh, MeshLambertMaterial, MeshPhysicalMaterial, SRGBColorSpace } from "three";

import type { BodyMesh } from "../messages";
import { creased } from "./crease";
import { setPose } from "./pose";
import type { Quality } from "./quality";

/** [rad] Edges sharper than this are drawn as edges. */
const CREASE = (38 * Math.PI) / 180;

/** Glazed, as good things on a table are. */
export function bodyMaterial(color: Color, quality: Quality): Material {
  if (quality === "plain") return new MeshLambertMaterial({ color });
  return new MeshPhysicalMaterial({
    color,
    roughness: 0.42,
    clearcoat: 0.35,
    clearcoatRoughness: 0.25,
  });
}

/** A thing of the scene. */
export class BodyView {
  readonly mesh: Mesh;
  readonly movable: boolean;

  constructor(body: BodyMesh, quality: Quality) {
    this.movable = body.movable;
    const color = new Color().setRGB(...body.color, SRGBColorSpace);
    const shape = creased(body.vertices.data, body.faces.data, CREASE);
    this.mesh = new Mesh(shape, bodyMaterial(color, quality));
    this.mesh.name = body.body;
    this.mesh.matrixAutoUpdate = false;
    this.mesh.castShadow = this.mesh.receiveShadow = true;
  }

  move(poses: Float32Array, row: number): void {
    setPose(this.mesh.matrix, poses, row);
    this.mesh.matrixWorldNeedsUpdate = true;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    (this.mesh.material as { dispose(): void }).dispose();
  }
}
