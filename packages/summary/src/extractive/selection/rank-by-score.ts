/** Returns the indices of `scores`, the highest score first. Equal scores keep their order. */
export function rankByScore(scores: readonly number[]): number[] {
  const indices = scores.map((_, index) => index);
  return indices.sort((left, right) => (scores[right] ?? 0) - (scores[left] ?? 0) || left - right);
}
