import { growthRatio } from '@quern/testing/growth/growth-ratio';
import { expect, it } from 'vitest';
import { readDataUri } from './read-data-uri.ts';

const problemOf = (uri: string): string => {
  try {
    readDataUri(uri);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'none';
};

/** URIs of a length, and the problem of each. */
const hostileUris = (length: number): readonly (readonly [uri: string, problem: RegExp])[] => [
  [`data:;base64,${'A'.repeat(length)}`, /^none$/],
  [`data:;base64,${' '.repeat(length)}!`, /not base64/],
  [`data:;base64,${'A '.repeat(length / 2)}`, /^none$/],
  [`data:;base64,${'='.repeat(length)}`, /not base64/],
  [`data:;base64,${'%41'.repeat(length / 4)}`, /^none$/],
  [`data:,${'%41'.repeat(length / 4)}`, /^none$/],
  [`data:,${'a'.repeat(length)}%`, /percent-encoding/],
  [`data:;base64,${'\u0144'.repeat(length / 2)}`, /non-ASCII/],
];

it.each(hostileUris(1).map(([, problem], index) => [index, problem] as const))(
  'readDataUri does work proportional to the length of URI %i, whose problem is %s',
  async (index, problem) => {
    const uriOf = (length: number): string => hostileUris(length)[index]?.[0] ?? '';
    expect(problemOf(uriOf(800_000))).toMatch(problem);
    // Eight times the length: quadratic growth would give a ratio of 64.
    expect(await growthRatio(problemOf, uriOf(400_000), uriOf(3_200_000))).toBeLessThan(24);
  },
);
