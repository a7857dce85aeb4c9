import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { hashTrainingSources, lockFile, type SmokeLock } from './training-sources.ts';

it('the last smoke training covers the training sources; after a change, run npm run test:training', () => {
  const { sources } = JSON.parse(readFileSync(lockFile, 'utf8')) as SmokeLock;
  expect(hashTrainingSources()).toEqual(sources);
});
