import { characterErrorRate } from '../metrics/character-error-rate.ts';
import { findClosestPart } from '../metrics/closest-part.ts';
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
    const { start, end, distance } = findClosestPart(rest, float);
    length += float.length;
    if (distance > distanceMax * float.length) errors += float.length;
    else {
      errors += score(rest.slice(start, end), float);
      rest = normalize(`${rest.slice(0, start)} ${rest.slice(end)}`);
    }
  }
  return (errors + score(rest, main)) / Math.max(1, length);
}
