import { describe, expect, it } from 'vitest';
import { parseRoute, toHash } from './route.ts';

describe('a place', () => {
  it.each([
    { view: 'playground', detail: 'extract-entities', query: { types: 'PERSON,DATE', redact: 'mask' } },
    { view: 'jobs', detail: 'job_1/&?', query: {} },
    { view: 'keys', detail: '', query: {} },
  ] as const)('is the same after it was written into a URL: $view', (place) => {
    expect(parseRoute(toHash(place))).toEqual(place);
  });
  it.each(['', '#', '#/nothing', '#/%E0%A4%A', '#start=abc'])('of %j is the playground', (hash) => {
    expect(parseRoute(hash)).toEqual({ view: 'playground', detail: '', query: {} });
  });
});
