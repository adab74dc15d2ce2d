import {
  BufferAttribute,
  BufferGeometry,
  Color,
  type Material,
  Mesh,
  MeshLambertMaterial,
  MeshPhysicalMaterial,
  SRGBColorSpace,
} from "three";

import type { BodyMesh } from "../messages";
import { setPose } from "./pose";
import type { Quality } from "./quality";

/** Glazed, as good things on a table are; clear as glass below an opacity of 1. */
export function bodyMaterial(color: Color, quality: Quality, opacity = 1): Material {
  const glass = opacity < 1 && { transparent: true, opacity, depthWrite: false };
  if (quality === "plain") return new MeshLambertMaterial({ color, ...glass });
  return new MeshPhysicalMaterial({
    color,
    ...glass,
    roughness: glass ? 0.05 : 0.42,
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
    const shape = new BufferGeometry();
    shape.setAttribute("position", new BufferAttribute(body.vertices.data, 3));
    shape.setAttribute("normal", new BufferAttribute(body.normals.data, 3));
    shape.setIndex(new BufferAttribute(body.faces.data, 1));
    this.mesh = new Mesh(shape, bodyMaterial(color, quality, body.opacity));
    this.mesh.name = body.body;
    this.mesh.matrixAutoUpdate = false;
    this.mesh.castShadow = this.mesh.receiveShadow = body.opacity === 1; // light goes through glass
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
