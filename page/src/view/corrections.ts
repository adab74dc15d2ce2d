import {
  type BufferGeometry,
  DataTexture,
  FloatType,
  type Material,
  MeshDepthMaterial,
  RGBAFormat,
  Uint32BufferAttribute,
} from "three";

import type { HandRig } from "../messages";
import { extend } from "./program";

/** Entries in a row of the texture: a power of two, of two texels each; every card has 2048. */
const ROW = 1024;
/** Coordinates that the vertex program has room for, four to a vector. */
const MOST = 256;

const DECLARED = /* glsl */ `
  attribute uvec2 corrected; // its entries: the first, and the first of the next vertex
  uniform highp sampler2D corrections; // two texels an entry: shift and coordinate, turn
  uniform vec4 shape[${MOST / 4}];
`;

const SUMMED = /* glsl */ `
  vec3 restShift = vec3(0.0);
  vec3 restTurn = vec3(0.0);
  for (uint entry = corrected.x; entry < corrected.y; entry++) {
    ivec2 texel = ivec2(2u * (entry % ${ROW}u), entry / ${ROW}u);
    vec4 shift = texelFetch(corrections, texel, 0);
    int coordinate = int(shift.w);
    float amount = shape[coordinate / 4][coordinate % 4];
    restShift += amount * shift.xyz;
    restTurn += amount * texelFetch(corrections, texel + ivec2(1, 0), 0).xyz;
  }
`;

/** What the pose adds to a skin at rest, before its bones carry it (EigenSkin, Kry 2005, eq. 7.2).
 *
 * A vertex has few entries and the skin many coordinates, so they are no morph targets but a list
 * that the vertex program reads from a texture. */
export class Corrections {
  /** of shadows, which must follow the same shape */
  readonly depth: Material = this.taught(new MeshDepthMaterial());
  private readonly texture: DataTexture;
  private readonly amounts = new Float32Array(MOST);

  /** The corrections of a rig, if it has any; its geometry learns each vertex's entries. */
  static of(rig: HandRig, geometry: BufferGeometry): Corrections | null {
    return rig.shape_column.data.length === 0 ? null : new Corrections(rig, geometry);
  }

  private constructor(rig: HandRig, geometry: BufferGeometry) {
    this.texture = entries(rig);
    const start = rig.shape_start.data;
    const ranges = Uint32Array.from({ length: 2 * (start.length - 1) }, (_, k) => start[(k + 1) >> 1]!);
    geometry.setAttribute("corrected", new Uint32BufferAttribute(ranges, 2));
  }

  /** Set the coordinates of the shape at rest. */
  set(coordinates: Float32Array): void {
    this.amounts.set(coordinates);
  }

  /** The same material, whose vertex program now corrects the shape at rest. */
  taught<Kind extends Material>(material: Kind): Kind {
    return extend(material, "corrections", (program) => {
      program.uniforms["corrections"] = { value: this.texture };
      program.uniforms["shape"] = { value: this.amounts };
      // Bones come first in every one of three's programs, and normals only in some.
      program.vertexShader = program.vertexShader
        .replace("#include <skinning_pars_vertex>", `#include <skinning_pars_vertex>\n${DECLARED}`)
        .replace("#include <skinbase_vertex>", `#include <skinbase_vertex>\n${SUMMED}`)
        .replace("#include <skinnormal_vertex>", "objectNormal += restTurn;\n#include <skinnormal_vertex>")
        .replace("#include <begin_vertex>", "#include <begin_vertex>\ntransformed += restShift;");
    });
  }

  dispose(): void {
    this.texture.dispose();
    this.depth.dispose();
  }
}

/** All entries, row after row. */
function entries(rig: HandRig): DataTexture {
  const column = rig.shape_column.data;
  const shift = rig.shape_shift.data;
  const turn = rig.shape_turn.data;
  const rows = Math.ceil(column.length / ROW);
  const texels = new Float32Array(8 * ROW * rows);
  column.forEach((coordinate, entry) => {
    const [from, to] = [3 * entry, 8 * entry];
    for (let axis = 0; axis < 3; axis++) {
      texels[to + axis] = shift[from + axis]!;
      texels[to + 4 + axis] = turn[from + axis]!;
    }
    texels[to + 3] = coordinate;
  });
  const texture = new DataTexture(texels, 2 * ROW, rows, RGBAFormat, FloatType);
  texture.needsUpdate = true;
  return texture;
}
