import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../scripts/list-files.ts';
import { hashTrainingSources, lockFile, type SmokeLock } from './training-sources.ts';

it('the last smoke training covers the training sources; after a change, run npm run test:training', () => {
  const { sources } = JSON.parse(readFileSync(lockFile, 'utf8')) as SmokeLock;
  expect(hashTrainingSources()).toEqual(sources);
});

it.each(['en', 'de', 'fr', 'es', 'pt', 'it', 'nl'])(
  'the lexicon of %s has the demonyms that the encoder is trained with',
  (language) => {
    const file = join(root, `packages/nlp/src/entities/lexicon/languages/${language}.data.json`);
    const { demonyms } = JSON.parse(readFileSync(file, 'utf8')) as { demonyms: string[] };
    expect(demonyms.length).toBeGreaterThan(100);
    // The training reads them as they are written.
    expect(demonyms.filter((word) => /[()|~]/.test(word))).toEqual([]);
  },
);
