import { shortSentences } from '@quern/testing/hostile-input/short-sentences';
import { describe, expect, it } from 'vitest';
import { classifySentiment } from '../classify-sentiment.ts';
import { makeVocabulary } from '../tokenizer/fixtures/make-vocabulary.ts';
import { readVocabulary } from '../tokenizer/read-vocabulary.ts';
import { Tokenizer } from '../tokenizer/tokenizer.ts';
import { WindowWork, windowWorkMax } from './window-work.ts';

const vocabulary = {
  '▁': -9,
  ...Object.fromEntries([...'abcdefghijklmnopqrstuvwxyz'].map((at) => [at, -3])),
};
const tokenizer = new Tokenizer(readVocabulary(makeVocabulary(vocabulary, {})));

/** A network that only counts its runs. */
class CountingSession {
  runs = 0;

  async sentimentLogits() {
    this.runs += 1;
    return { polarity: new Float32Array(6), emotions: new Float32Array(1) };
  }
}

const group = {
  name: 'all',
  languages: [],
  scripts: [],
  polarity: { bias: [0, 0, 0, 0, 0, 0], temperature: 1 },
  emotions: { thresholds: [0.5], temperature: 1 },
};

const yieldIfDue = async () => undefined;

describe('WindowWork', () => {
  it('allows a million characters of ordinary sentences, and rejects more', () => {
    const work = new WindowWork();
    // Korean has the most subwords: 0.48 for a character, and 37 sentences in 1,000 characters.
    for (let count = 0; count < 37_000; count += 1) work.add(13);
    expect(() => work.add(windowWorkMax)).toThrow('too many words');
  });
});

describe('classifySentiment', () => {
  it('rejects 200,000 different lines of four letters before the network runs', async () => {
    const session = new CountingSession();
    const texts = shortSentences(1_000_000).split('\n');
    const classified = classifySentiment(texts, tokenizer, session, group, { yieldIfDue });
    await expect(classified).rejects.toMatchObject({ name: 'NlpError', code: 'too_complex' });
    expect(session.runs).toBe(0);
  });

  it('runs the network once for equal texts', async () => {
    const session = new CountingSession();
    const texts = Array.from({ length: 100_000 }, (_, index) => 'abc'[index % 3] ?? '');
    const results = await classifySentiment(texts, tokenizer, session, group, { yieldIfDue });
    expect(session.runs).toBe(3);
    expect(results).toHaveLength(100_000);
    expect(results[0]).toBe(results[3]);
  });
});
