import { GROUPS } from "../fingers";
import type { Series } from "../chart/strip";

/** A series with at most `most` samples: the largest force of each stretch, so no peak is lost. */
export function thinned(series: Series, most: number): Series {
  const stride = Math.ceil(series.count / most);
  if (stride <= 1) return series;
  const count = Math.ceil(series.count / stride);
  const values = new Float32Array(count * GROUPS.length);
  for (let k = 0; k < series.count; k++) {
    for (let group = 0; group < GROUPS.length; group++) {
      const at = GROUPS.length * Math.floor(k / stride) + group;
      values[at] = Math.max(values[at]!, series.value(k, group));
    }
  }
  return {
    count,
    time: (k) => series.time(Math.min(series.count - 1, k * stride)),
    value: (k, group) => values[GROUPS.length * k + group]!,
  };
}
