import { type Material, NearestFilter, Texture, Vector2, Vector3, Vector4 } from "three";

import { extend } from "./program";

/** Where a hand's blood shows, and how; packed as export/blush_pictures.py says. */
export interface TipColor {
  readonly lookup: Texture;
  readonly textures: Texture;
  /** what the largest number of each eigentexture stands for */
  readonly scale: readonly number[];
  /** change of −ln of a colour by one unit of blood */
  readonly pigment: readonly number[];
  /** of the colours whose logarithms those are */
  readonly space: "srgb" | "linear";
}

const FINGERS = 5;
/** Numbers of a fingertip's blood. */
const COMPONENTS = 4;
/** Numbers of a hand's. */
export const HAND_BLOOD = FINGERS * COMPONENTS;
/** Whole numbers on either side of nought in an eigentexture. */
const HALF = 511;

const DECLARED = /* glsl */ `
  uniform highp sampler2D blushLookup; // upper half: s high, s low, t high; lower: t low, finger, mask
  uniform highp sampler2D blushTextures; // upper half: high bits of three; lower: of the fourth, low bits
  uniform vec4 blood[${FINGERS}]; // times the textures' scales
  uniform vec3 pigment;
  varying vec2 blushUv;

  ivec3 blushBytes(highp sampler2D picture, ivec2 texel) {
    return ivec3(255.0 * texelFetch(picture, texel, 0).rgb + 0.5);
  }

  vec4 blushTexel(ivec2 texel, int height) {
    ivec3 upper = blushBytes(blushTextures, texel);
    ivec3 lower = blushBytes(blushTextures, texel + ivec2(0, height));
    ivec4 low = (ivec4(lower.g) >> ivec4(6, 4, 2, 0)) & 3;
    return vec4((ivec4(upper, lower.r) << 2 | low) - ${HALF + 1});
  }

  // Bilinear by hand: filtering would mix high bits with high bits.
  vec4 blushSample(vec2 st) {
    ivec2 size = textureSize(blushTextures, 0) / ivec2(1, 2);
    vec2 place = clamp(st * vec2(size) - 0.5, vec2(0.0), vec2(size - 1));
    ivec2 near = ivec2(place);
    ivec2 far = min(near + 1, size - 1);
    vec2 part = place - vec2(near);
    vec4 upper = mix(blushTexel(near, size.y), blushTexel(ivec2(far.x, near.y), size.y), part.x);
    vec4 lower = mix(blushTexel(ivec2(near.x, far.y), size.y), blushTexel(far, size.y), part.x);
    return mix(upper, lower, part.y);
  }

  // Procedure 5-4 of Andrews 2014, on a colour in linear light.
  vec3 blushed(vec3 light) {
    ivec2 size = textureSize(blushLookup, 0) / ivec2(1, 2);
    ivec2 texel = clamp(ivec2(floor(blushUv * vec2(size))), ivec2(0), size - 1);
    ivec3 lower = blushBytes(blushLookup, texel + ivec2(0, size.y));
    if (lower.b == 0 || lower.g >= ${FINGERS}) return light;
    ivec3 upper = blushBytes(blushLookup, texel);
    vec2 st = vec2(upper.r << 8 | upper.g, upper.b << 8 | lower.r) / 65535.0;
    float change = dot(blood[lower.g], blushSample(st));
    #ifdef BLUSH_LINEAR
      vec3 own = light;
    #else
      vec3 own = sRGBTransferOETF(vec4(light, 1.0)).rgb;
    #endif
    vec3 absorption = -log(clamp(own, 1.0 / 255.0, 1.0)) + change * pigment;
    own = mix(own, clamp(exp(-absorption), 0.0, 1.0), float(lower.b) / 255.0);
    #ifdef BLUSH_LINEAR
      return own;
    #else
      return sRGBTransferEOTF(vec4(own, 1.0)).rgb;
    #endif
  }
`;

/** Colour of the fingertips of one hand, which follows its blood. */
export class Blush {
  private readonly blood = Array.from({ length: FINGERS }, () => new Vector4());
  private readonly pigment: Vector3;

  constructor(private readonly color: TipColor) {
    this.pigment = new Vector3().fromArray(color.pigment);
  }

  /** Texels of the pictures that it knows its way on. */
  get size(): Vector2 {
    const { width, height } = this.color.lookup.image as ImageBitmap;
    return new Vector2(width, height / 2);
  }

  /** Set the blood of its fingertips, thumb to little, four numbers each from place `first` on. */
  set(blood: ArrayLike<number>, first = 0): void {
    const { scale } = this.color;
    this.blood.forEach((tip, finger) => {
      const at = first + COMPONENTS * finger;
      for (let k = 0; k < COMPONENTS; k++) {
        tip.setComponent(k, ((blood[at + k] ?? 0) * (scale[k] ?? 0)) / HALF);
      }
    });
  }

  /** The same material, whose base colour now changes with the blood; what comes after, its light
   * above all, is as before. The geometry must have UV coordinates. */
  taught<Kind extends Material>(material: Kind): Kind {
    const linear = this.color.space === "linear";
    return extend(material, linear ? "blush-linear" : "blush", (program) => {
      program.uniforms["blushLookup"] = { value: this.color.lookup };
      program.uniforms["blushTextures"] = { value: this.color.textures };
      program.uniforms["blood"] = { value: this.blood };
      program.uniforms["pigment"] = { value: this.pigment };
      program.vertexShader = program.vertexShader
        .replace("#include <common>", "#include <common>\nvarying vec2 blushUv;")
        .replace("#include <uv_vertex>", "#include <uv_vertex>\nblushUv = uv;");
      program.fragmentShader = program.fragmentShader
        .replace("#include <common>", `#include <common>\n${linear ? "#define BLUSH_LINEAR\n" : ""}${DECLARED}`)
        .replace("#include <color_fragment>", "#include <color_fragment>\ndiffuseColor.rgb = blushed(diffuseColor.rgb);");
    });
  }

  dispose(): void {
    this.color.lookup.dispose();
    this.color.textures.dispose();
  }
}

/** A picture whose bytes are numbers, not colours: nothing converts, filters or shrinks them. */
export async function numbers(file: Blob): Promise<Texture> {
  const bitmap = await createImageBitmap(file, { colorSpaceConversion: "none", premultiplyAlpha: "none" });
  const texture = new Texture(bitmap);
  texture.flipY = false;
  texture.generateMipmaps = false;
  texture.minFilter = texture.magFilter = NearestFilter;
  texture.needsUpdate = true;
  return texture;
}
