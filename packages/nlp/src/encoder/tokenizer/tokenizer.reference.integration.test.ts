import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bundledModelDir } from '../load-encoder.ts';
import { readVocabulary } from './read-vocabulary.ts';
import { Tokenizer } from './tokenizer.ts';

interface Fixture {
  vocabulary: string;
  samples: { text: string; ids: number[]; starts: number[]; ends: number[] }[];
  languages: Record<string, { lines: number; sha256: string }>;
}

/** Read at run time, since bundlers reject lone surrogates in JSON modules. */
const fixture: Fixture = JSON.parse(
  readFileSync(new URL('./fixtures/tokenizer.json', import.meta.url), 'utf8'),
);
const sentences = '../shared/data/language/sentences.dev.jsonl.gz';
const vocabulary = join(bundledModelDir, 'vocabulary.bin');
const isBundled = existsSync(vocabulary);

/** The fixture is written by training/encoder/write_tokenizer_fixture.py with the reference tokenizer. */
describe.skipIf(!isBundled)('Tokenizer with the bundled vocabulary', () => {
  const bytes = isBundled ? readFileSync(vocabulary) : new Uint8Array();
  const tokenizer = isBundled ? new Tokenizer(readVocabulary(bytes)) : undefined;

  it('uses the vocabulary that the fixture was written with', () => {
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(fixture.vocabulary);
  });

  it.each(fixture.samples)(
    'returns the subwords and offsets of the reference tokenizer for $text',
    (sample) => {
      const tokenized = tokenizer?.tokenize(sample.text);
      expect([...(tokenized?.ids ?? [])]).toEqual(sample.ids);
      expect([...(tokenized?.starts ?? [])]).toEqual(sample.starts);
      expect([...(tokenized?.ends ?? [])]).toEqual(sample.ends);
    },
  );

  it.skipIf(!existsSync(sentences))(
    'returns the subwords of the reference tokenizer for 11,850 lines in 79 languages (needs ../shared)',
    () => {
      const hashes = new Map<string, { lines: number; hash: ReturnType<typeof createHash> }>();
      for (const row of gunzipSync(readFileSync(sentences)).toString().trimEnd().split('\n')) {
        const { text, lang }: { text: string; lang: string } = JSON.parse(row);
        const { ids, starts, ends } = tokenizer?.tokenize(text) ?? { ids: [], starts: [], ends: [] };
        const line = [...ids].map((id, at) => `${id}:${starts[at]}:${ends[at]}`).join(' ');
        const entry = hashes.get(lang) ?? { lines: 0, hash: createHash('sha256') };
        hashes.set(lang, { lines: entry.lines + 1, hash: entry.hash.update(`${line}\n`) });
      }
      const found = [...hashes].map(([lang, { lines, hash }]) => [
        lang,
        { lines, sha256: hash.digest('hex') },
      ]);
      expect(Object.fromEntries(found)).toEqual(fixture.languages);
    },
  );
});
