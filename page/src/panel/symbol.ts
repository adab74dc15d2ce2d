/** A symbol as papers write it: `k_S` is k with S below. */
export function symbolParts(symbol: string): { readonly base: string; readonly below: string } {
  const [base = "", ...below] = symbol.split("_");
  return { base, below: below.join("_") };
}
