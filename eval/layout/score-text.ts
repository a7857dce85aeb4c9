import { characterErrorRate } from '../metrics/character-error-rate.ts';
import type { Unit } from './pages/placed-page.ts';

/** A float is in a text where at most this share of its characters differs. */
const distanceMax = 0.4;

/**
 * Character error rate of a text that was read on a page. A float, such as a caption, may be read between any two lines: it
 * is taken out of the text where it is the most similar, and scored alone.
 *
 * @param normalize removes what does not count, such as breaks of lines
 */
export function scoreText(read: string, units: readonly Unit[], normalize: (text: string) => string): number {
  const textOf = (chosen: readonly Unit[]): string =>
    normalize(
      chosen
        .map(({ lines }) => lines.map((words) => words.map(({ text }) => text).join(' ')).join(' '))
        .join(' '),
    );
  const main = textOf(units.filter(({ kind }) => kind !== 'float'));
  let rest = normalize(read);
  let [errors, length] = [0, main.length];
  const score = (part: string, expected: string): number =>
    characterErrorRate(part, expected) * expected.length;
  for (const unit of units.filter(({ kind }) => kind === 'float')) {
    const float = textOf([unit]);
    const { start, end, distance } = findClosest(rest, float);
    length += float.length;
    if (distance > distanceMax * float.length) errors += float.length;
    else {
      errors += score(rest.slice(start, end), float);
      rest = normalize(`${rest.slice(0, start)} ${rest.slice(end)}`);
    }
  }
  return (errors + score(rest, main)) / Math.max(1, length);
}

/**
 * Finds the part of a text that is the most similar to another: approximate matching by dynamic programming (Sellers, "The
 * theory and computation of evolutionary distances", 1980).
 */
export function findClosest(text: string, pattern: string): { start: number; end: number; distance: number } {
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
