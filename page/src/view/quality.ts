/** `full` where a graphics card draws; `plain` where the processor must, which is a hundred times
 * slower: simpler surfaces, coarser shadows, no smoothing of edges. */
export type Quality = "full" | "plain";

const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** What suits this machine, unless the address says otherwise (`look=full` or `look=plain`). */
export function suitableQuality(): Quality {
  const wanted = new URLSearchParams(location.search).get("look");
  if (wanted === "full" || wanted === "plain") return wanted;
  const gl = document.createElement("canvas").getContext("webgl2");
  if (gl === null) return "full";
  const names = gl.getExtension("WEBGL_debug_renderer_info");
  const name = String(gl.getParameter(names?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER));
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return SOFTWARE.test(name) ? "plain" : "full";
}
