import { Color, type Material, MeshLambertMaterial, MeshPhysicalMaterial, SRGBColorSpace } from "three";

import type { Quality } from "./quality";

/** Skin: soft, faintly velvet, colours from the vertices (a nail is lighter and glossier).
 *
 * Blood colour of the fingertips goes here: one uniform for each finger (Frame.blood), mixed into
 * `diffuseColor` by a per-vertex finger weight in `onBeforeCompile`. */
export function skinMaterial(quality: Quality): Material {
  if (quality === "plain") return new MeshLambertMaterial({ vertexColors: true });
  return new MeshPhysicalMaterial({
    vertexColors: true,
    roughness: 0.58,
    specularIntensity: 0.6,
    sheen: 0.55,
    sheenColor: new Color("#ff9d78"),
    sheenRoughness: 0.55,
    clearcoat: 0.06,
    clearcoatRoughness: 0.5,
  });
}

/** Vertex colours (n × 3, linear) of a hand in one skin colour: nails lighter, fingertips rosier.
 *
 * @param regions 1 on a nail
 * @param tips share of each vertex that its finger's last bone carries, 0 to 1 */
export function skinColors(
  regions: Uint8Array,
  tips: Float32Array,
  srgb: readonly [number, number, number],
): Float32Array {
  const skin = new Color().setRGB(...srgb, SRGBColorSpace);
  const rosy = skin.clone().multiply(new Color(1.04, 0.8, 0.78));
  const nail = skin.clone().lerp(new Color("#ffe3d6"), 0.38);
  const colors = new Float32Array(3 * regions.length);
  const color = new Color();
  regions.forEach((region, vertex) => {
    if (region === 1) color.copy(nail);
    else color.lerpColors(skin, rosy, tips[vertex]!);
    color.toArray(colors, 3 * vertex);
  });
  return colors;
}
