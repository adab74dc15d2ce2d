import {
  Color,
  type Material,
  MeshLambertMaterial,
  MeshPhysicalMaterial,
  SRGBColorSpace,
  Texture,
  Vector2,
} from "three";

import type { Quality } from "./quality";

/** What is laid on a skin in place of its vertices' colours. */
export interface SkinPictures {
  readonly color: Texture;
  readonly normal: Texture | null;
  /** the normal map's reach along the picture's right and its bottom, or its top with tangents */
  readonly normalScale: Vector2;
  readonly roughness: number;
}

/** Skin: soft, faintly velvet; colours from a picture, or from the vertices. */
export function skinMaterial(quality: Quality, pictures: SkinPictures | null = null): Material {
  const colors = pictures === null ? { vertexColors: true } : { map: pictures.color };
  if (quality === "plain") return new MeshLambertMaterial(colors);
  return new MeshPhysicalMaterial({
    ...colors,
    normalMap: pictures?.normal ?? null,
    normalScale: pictures?.normalScale ?? new Vector2(1, 1),
    roughness: pictures?.roughness ?? 0.58,
    specularIntensity: 0.6,
    sheen: pictures === null ? 0.55 : 0.25,
    sheenColor: new Color("#ff9d78"),
    sheenRoughness: 0.55,
    clearcoat: 0.06,
    clearcoatRoughness: 0.5,
  });
}

/** Parts of metal or plastic, each in the colour of its vertices. */
export function partsMaterial(quality: Quality): Material {
  if (quality === "plain") return new MeshLambertMaterial({ vertexColors: true });
  return new MeshPhysicalMaterial({ vertexColors: true, roughness: 0.5, clearcoat: 0.2 });
}

/** A hand that is not there: of one pale colour, and other things show through. It lies a little
 * deeper than it is, so that a hand at the same place hides it. */
export function ghostMaterial(opacity: number): Material {
  const deeper = { polygonOffset: true, polygonOffsetFactor: 4, polygonOffsetUnits: 16 };
  return new MeshLambertMaterial({ color: "#8fc4ff", transparent: true, opacity, depthWrite: false, ...deeper });
}

/** Vertex colours (n × 3, linear) from sRGB bytes. */
export function linearColors(srgb: Uint8Array): Float32Array {
  const colors = new Float32Array(srgb.length);
  const color = new Color();
  for (let k = 0; k < srgb.length; k += 3) {
    color.setRGB(srgb[k]! / 255, srgb[k + 1]! / 255, srgb[k + 2]! / 255, SRGBColorSpace);
    color.toArray(colors, k);
  }
  return colors;
}

/** A picture of colours or directions, as glTF lays it: origin upper left. */
export async function picture(file: Blob, srgb: boolean): Promise<Texture> {
  const texture = new Texture(await createImageBitmap(file));
  texture.flipY = false;
  texture.anisotropy = 4;
  if (srgb) texture.colorSpace = SRGBColorSpace;
  texture.needsUpdate = true;
  return texture;
}
