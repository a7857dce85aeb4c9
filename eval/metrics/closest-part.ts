/**
 * Finds the part of a text that is the most similar to another: approximate matching by dynamic programming (Sellers, "The
 * theory and computation of evolutionary distances", 1980).
 */
export function findClosestPart(
  text: string,
  pattern: string,
): { start: number; end: number; distance: number } {
  let distances = Uint32Array.from({ length: pattern.length + 1 }, (_, index) => index);
  let starts = new Uint32Array(pattern.length + 1);
  let best = { start: 0, end: 0, distance: pattern.length };
  for (let end = 1; end <= text.length; end += 1) {
    const [next, nextStarts] = [new Uint32Array(pattern.length + 1), new Uint32Array(pattern.length + 1)];
    nextStarts[0] = end;
    for (let at = 1; at <= pattern.length; at += 1) {
      const isSame = text[end - 1] === pattern[at - 1];
      const ways = [
        [(distances[at - 1] ?? 0) + (isSame ? 0 : 1), starts[at - 1] ?? 0],
        [(distances[at] ?? 0) + 1, starts[at] ?? 0],
        [(next[at - 1] ?? 0) + 1, nextStarts[at - 1] ?? 0],
      ] as const;
      const [distance, start] = ways.reduce((least, way) => (way[0] < least[0] ? way : least));
      [next[at], nextStarts[at]] = [distance, start];
    }
    [distances, starts] = [next, nextStarts];
    const distance = distances[pattern.length] ?? 0;
    if (distance < best.distance) best = { start: starts[pattern.length] ?? 0, end, distance };
  }
  return best;
}
