/**
 * Changes one value at a time by a step while the score increases (coordinate ascent).
 *
 * @param roundsMax rounds over all values, which bounds the time: a score may keep rising by ever smaller amounts
 */
export function hillClimb(
  start: readonly number[],
  step: number,
  roundsMax: number,
  score: (values: readonly number[]) => number,
): readonly number[] {
  let [best, bestScore] = [start, score(start)];
  for (let [improves, round] = [true, 0]; improves && round < roundsMax; round += 1) {
    improves = false;
    for (const index of start.keys()) {
      for (const change of [step, -step]) {
        const values = best.map((value, at) => (at === index ? value + change : value));
        const value = score(values);
        if (value > bestScore + 1e-9) {
          [best, bestScore] = [values, value];
          improves = true;
        }
      }
    }
  }
  return best;
}
