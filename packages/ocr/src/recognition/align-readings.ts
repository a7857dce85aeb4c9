import type { ReadCharacter } from './decode-ctc.ts';

/** A place where two readings of a strip differ: a range of characters of each; `to` is exclusive. */
export interface Difference {
  readonly first: { readonly from: number; readonly to: number };
  readonly second: { readonly from: number; readonly to: number };
}

/** Aligns two readings with the fewest insertions, deletions and substitutions. @returns the differences in order */
export function alignReadings(
  first: readonly ReadCharacter[],
  second: readonly ReadCharacter[],
): Difference[] {
  const distance = distancesOf(first, second);
  const differences: Difference[] = [];
  let [one, two] = [first.length, second.length];
  let [firstEnd, secondEnd] = [one, two];
  const closeAt = (from: number, secondFrom: number): void => {
    if (firstEnd > from || secondEnd > secondFrom)
      differences.push({ first: { from, to: firstEnd }, second: { from: secondFrom, to: secondEnd } });
  };
  while (one > 0 && two > 0) {
    const here = distance(one, two);
    if (first[one - 1]?.text === second[two - 1]?.text && here === distance(one - 1, two - 1)) {
      closeAt(one, two);
      [one, two] = [one - 1, two - 1];
      [firstEnd, secondEnd] = [one, two];
    } else if (here === distance(one - 1, two - 1) + 1) {
      [one, two] = [one - 1, two - 1];
    } else if (here === distance(one - 1, two) + 1) {
      one -= 1;
    } else {
      two -= 1;
    }
  }
  closeAt(0, 0);
  return differences.reverse();
}

/** Levenshtein distances of all pairs of beginnings (Wagner and Fischer, "The string-to-string correction problem", 1974). */
function distancesOf(
  first: readonly ReadCharacter[],
  second: readonly ReadCharacter[],
): (one: number, two: number) => number {
  const stride = second.length + 1;
  const table = new Uint16Array((first.length + 1) * stride);
  const at = (one: number, two: number): number => table[one * stride + two] ?? 0;
  for (let one = 0; one <= first.length; one += 1) {
    for (let two = 0; two <= second.length; two += 1) {
      if (one === 0 || two === 0) {
        table[one * stride + two] = one + two;
        continue;
      }
      const change = first[one - 1]?.text === second[two - 1]?.text ? 0 : 1;
      table[one * stride + two] = Math.min(
        at(one - 1, two) + 1,
        at(one, two - 1) + 1,
        at(one - 1, two - 1) + change,
      );
    }
  }
  return at;
}
