import { LlmClient } from '@quern/llm/llm-client';
import { loadEncoder } from '@quern/nlp/encoder/load-encoder';
import { createEntityTagger } from '@quern/nlp/entities/names/entity-tagger';
import { FakeLlm } from '@quern/testing/llm/fake-llm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkSentences, type SentenceSimilarity } from './checking/check-sentences.ts';
import { compareVectors } from './checking/compare-vectors.ts';
import type { TagNames } from './checking/names/find-names.ts';
import { type FixtureSource, makeResponses } from './fixtures/adversarial-responses.ts';
import sourceData from './fixtures/sources.data.json' with { type: 'json' };
import { summarizeAbstractively } from './summarize-abstractively.ts';

// Checked by the tests below: JSON has no tuples.
const sources = sourceData as unknown as readonly FixtureSource[];
const responses = sources.flatMap((source, index) =>
  makeResponses(source, [...sources.slice(index + 1), ...sources.slice(0, index)]),
);

const nameTypes = new Set([
  'PERSON',
  'ORGANIZATION',
  'LOCATION',
  'FACILITY',
  'PRODUCT',
  'EVENT',
  'WORK_OF_ART',
]);
let fake: FakeLlm;
let tagNames: TagNames;
let similarity: SentenceSimilarity;
beforeAll(async () => {
  fake = await FakeLlm.start(() => '');
  const encoder = await loadEncoder();
  const tag = createEntityTagger(encoder);
  // Many responses share a source and most of their sentences.
  similarity = compareVectors(once((texts: readonly string[]) => encoder.embedSentences(texts)));
  tagNames = once(async (text: string) =>
    (await tag(text))
      .filter(({ type }) => nameTypes.has(type))
      .map(({ startIndex, endIndex }) => ({ text: text.slice(startIndex, endIndex), startIndex })),
  );
});
afterAll(() => fake.stop());

/** Calls a function once for each value. */
function once<Value, Result>(compute: (value: Value) => Promise<Result>): (value: Value) => Promise<Result> {
  const results = new Map<string, Promise<Result>>();
  return (value) => {
    const key = JSON.stringify(value);
    const result = results.get(key) ?? compute(value);
    results.set(key, result);
    return result;
  };
}

/** Words, and pairs of Chinese characters, in a form that ignores case and separators of numbers. */
function vocabularyOf(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/(?<=\d)[.,\u00a0 ](?=\d{3}(?!\d))/g, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .flatMap((word) =>
      /\p{Script=Han}/u.test(word)
        ? [...word]
            .map((_, index, all) => all.slice(index, index + 2).join(''))
            .filter((pair) => [...pair].length > 1 || /\d/.test(pair))
        : [word],
    );
}

let [good, survived] = [0, 0];

describe('summarizeAbstractively with adversarial responses', () => {
  it('has at least 200 of them', () => {
    expect(responses.length).toBeGreaterThanOrEqual(200);
  });

  it.each(responses.map((each) => [each.name, each] as const))(
    'returns nothing that the text does not support: %s',
    async (_, { source, response, repair, forbidden, faithful, maxLength }) => {
      fake.respond = ({ system }) => (system.includes('Correct each sentence') ? repair : response);
      const llm = new LlmClient({ baseUrl: fake.baseUrl, model: 'fake', fetch, now: () => 0, retriesMax: 0 });
      const { text, title, language, summaryLanguage = language } = source;
      const result = await summarizeAbstractively(
        { source: { text }, title, language, targetLanguage: summaryLanguage, maxLength },
        { llm, tagNames, similarity },
      );
      const { summary, sentences, engine } = result;
      for (const sentence of forbidden) expect(summary).not.toContain(sentence);
      const known = new Set(vocabularyOf([text, title, ...source.faithful].join(' ')));
      // A summary that is shorter than any sentence ends within a word.
      const isKnown = (word: string) =>
        known.has(word) || (maxLength === 12 && [...known].some((other) => other.startsWith(word)));
      expect(vocabularyOf(summary).filter((word) => !isKnown(word))).toEqual([]);
      expect(summary.length).toBeLessThanOrEqual(maxLength ?? Number.POSITIVE_INFINITY);
      expect(summary).not.toBe('');
      expect(summary).not.toMatch(/[#*`<>]|&\w+;|https?:/);
      for (const { startIndex, endIndex, text: sentence, source: range } of sentences) {
        expect(summary.slice(startIndex, endIndex)).toBe(sentence);
        if (range !== undefined) expect(text.slice(range.startIndex, range.endIndex).trim()).not.toBe('');
      }
      if (engine === 'extractive') expect(result.warnings).not.toEqual([]);
      if (maxLength === undefined) {
        good += faithful.length;
        survived += faithful.filter((sentence) => summary.includes(sentence)).length;
      }
    },
  );

  it('keeps at least 95 % of the supported sentences in them', () => {
    expect(survived / good).toBeGreaterThanOrEqual(0.95);
  });
});

describe('checkSentences', () => {
  it('accepts at least 95 % of the supported sentences of all texts', async () => {
    const rejected: string[] = [];
    for (const { text, title, language, summaryLanguage = language, faithful } of sources) {
      const input = { source: { text }, title, language, summaryLanguage, sentences: faithful };
      const checks = await checkSentences(input, { tagNames, similarity });
      rejected.push(...faithful.filter((_, index) => checks[index]?.problems.length !== 0));
    }
    const count = sources.flatMap(({ faithful }) => faithful).length;
    expect(rejected.length / count, rejected.join('\n')).toBeLessThanOrEqual(0.05);
  });

  it('rejects every unsupported sentence of all texts', async () => {
    const accepted: string[] = [];
    for (const { text, title, language, summaryLanguage = language, unfaithful } of sources) {
      const sentences = unfaithful.map(([, sentence]) => sentence);
      const input = { source: { text }, title, language, summaryLanguage, sentences };
      const checks = await checkSentences(input, { tagNames, similarity });
      accepted.push(...sentences.filter((_, index) => checks[index]?.problems.length === 0));
    }
    expect(accepted).toEqual([]);
  });
});
