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

/** Skin: soft, faintly velvet; colours from a picture, or from the vertices.
 *
 * Blood colour of the fingertips goes here: one uniform for each finger (Frame.blood), mixed into
 * `diffuseColor` by a per-vertex finger weight in `onBeforeCompile`. */
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

/** Make fingertips rosier; nails stay as they are.
 *
 * @param colors n × 3, linear, changed in place
 * @param regions 1 on a nail
 * @param tips share of each vertex that its finger's last bone carries, 0 to 1 */
export function blush(colors: Float32Array, regions: Uint8Array, tips: Float32Array): void {
  regions.forEach((region, vertex) => {
    if (region === 1) return;
    const share = tips[vertex]!;
    colors[3 * vertex]! *= 1 + 0.04 * share;
    colors[3 * vertex + 1]! *= 1 - 0.2 * share;
    colors[3 * vertex + 2]! *= 1 - 0.22 * share;
  });
}

/** A picture from an address, as glTF lays it: origin upper left. */
export async function picture(address: string, srgb: boolean): Promise<Texture> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status} for ${address.split("?")[0]}`);
  const texture = new Texture(await createImageBitmap(await answer.blob()));
  texture.flipY = false;
  texture.anisotropy = 4;
  if (srgb) texture.colorSpace = SRGBColorSpace;
  texture.needsUpdate = true;
  return texture;
}
