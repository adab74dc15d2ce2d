/** The last of some rising times that is not later than a time [s]; the first if all are. */
export function frameAt(times: ArrayLike<number>, time: number): number {
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (times[middle]! <= time + 1e-6) low = middle;
    else high = middle - 1;
  }
  return low;
}
