import type { Material, WebGLProgramParametersWithUniforms } from "three";

/** The same material, whose programs `change` alters further before they are compiled.
 *
 * Changes add up. Programs with the same changes are shared: what differs between materials of one
 * name must be uniforms. */
export function extend<Kind extends Material>(
  material: Kind,
  name: string,
  change: (program: WebGLProgramParametersWithUniforms) => void,
): Kind {
  const before = material.onBeforeCompile;
  const key = `${material.customProgramCacheKey()} ${name}`;
  material.onBeforeCompile = (program, renderer) => {
    before.call(material, program, renderer);
    change(program);
  };
  material.customProgramCacheKey = () => key;
  return material;
}
