/** A number with as many decimals as its slider's step or range makes worth reading. */
export function readable(value: number, low: number, high: number, step: number): string {
  const grain = step > 0 ? step : (high - low) / 200;
  const decimals = Math.min(4, Math.max(0, Math.ceil(-Math.log10(grain) - 1e-9)));
  return value.toFixed(step > 0 ? decimals : Math.max(0, decimals - 1));
}
