import {
  BufferAttribute,
  BufferGeometry,
  Color,
  type Material,
  Mesh,
  MeshLambertMaterial,
  MeshPhysicalMaterial,
  RepeatWrapping,
  SRGBColorSpace,
  type Texture,
} from "three";

import type { BodyMesh } from "../messages";
import { setPose } from "./pose";
import type { Quality } from "./quality";
import { picture } from "./skin";

/** Glazed, as good things on a table are; clear as glass below an opacity of 1. */
export function bodyMaterial(color: Color, quality: Quality, opacity = 1, map: Texture | null = null): Material {
  const glass = opacity < 1 && { transparent: true, opacity, depthWrite: false };
  if (quality === "plain") return new MeshLambertMaterial({ color, map, ...glass });
  return new MeshPhysicalMaterial({
    color,
    map,
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
  readonly pointable: boolean;
  private map: Texture | null = null;
  private gone = false;

  constructor(
    body: BodyMesh,
    private readonly quality: Quality,
  ) {
    this.movable = body.movable;
    this.pointable = body.pointable;
    const color = new Color().setRGB(...body.color, SRGBColorSpace);
    const shape = new BufferGeometry();
    shape.setAttribute("position", new BufferAttribute(body.vertices.data, 3));
    shape.setAttribute("normal", new BufferAttribute(body.normals.data, 3));
    if (body.uv.shape[0] > 0) shape.setAttribute("uv", new BufferAttribute(body.uv.data, 2));
    shape.setIndex(new BufferAttribute(body.faces.data, 1));
    this.mesh = new Mesh(shape, bodyMaterial(color, quality, body.opacity));
    this.mesh.name = body.body;
    this.mesh.matrixAutoUpdate = false;
    this.mesh.castShadow = this.mesh.receiveShadow = body.opacity === 1; // light goes through glass
  }

  /** Lay its picture on it, once that is here; until then it has its plain colour. */
  async paint(body: BodyMesh, fetched: (path: string) => Promise<Blob>): Promise<void> {
    if (body.color_picture === "") return;
    const map = await picture(await fetched(body.color_picture), true);
    if (this.gone) return map.dispose();
    map.wrapS = map.wrapT = RepeatWrapping;
    this.map = map;
    (this.mesh.material as Material).dispose();
    this.mesh.material = bodyMaterial(new Color(1, 1, 1), this.quality, body.opacity, map);
  }

  move(poses: Float32Array, row: number): void {
    setPose(this.mesh.matrix, poses, row);
    this.mesh.matrixWorldNeedsUpdate = true;
  }

  dispose(): void {
    this.gone = true;
    this.map?.dispose();
    this.mesh.geometry.dispose();
    (this.mesh.material as { dispose(): void }).dispose();
  }
}
