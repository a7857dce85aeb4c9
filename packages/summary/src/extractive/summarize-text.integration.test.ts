import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitSentences } from './selection/fit-sentences.ts';
import { truncateText } from './selection/truncate-text.ts';
import { summarizeText } from './summarize-text.ts';

const news = '../shared/data/summary/cnndm.dev.jsonl.gz';

const article = `The city council approved a new tram line on Monday. The line will connect the harbour with the university in twenty minutes. Construction begins next spring and costs 80 million euros. Some residents fear the noise of the building site. "We will not sleep for two years," said one of them. The mayor promised that work will rest at night. Trams ran in the city until 1962, when the last rails were torn out. The council also approved a new tram line on Monday. Buses on the route will be given up. The first tram is to run in four years.`;

/** Letters and digits, which summaries take from the text unchanged and in order. */
function lettersOf(text: string): string {
  return text.match(/[\p{L}\p{N}]/gu)?.join('') ?? '';
}

function isSubsequence(part: string, whole: string): boolean {
  const wanted = [...part];
  let at = 0;
  for (const character of whole) if (character === wanted[at]) at++;
  return at === wanted.length;
}

/** Checks offsets, order, sources and the length limit of a summary. */
function expectValid(text: string, result: Awaited<ReturnType<typeof summarizeText>>, maxLength?: number) {
  const { summary, sentences, truncated, sections } = result;
  if (maxLength !== undefined) expect(summary.length).toBeLessThanOrEqual(maxLength);
  let position = 0;
  let sourceEnd = 0;
  for (const { text: sentence, startIndex, endIndex, source } of sentences) {
    expect(summary.slice(startIndex, endIndex)).toBe(sentence);
    expect(summary.slice(position, startIndex).trim()).toBe('');
    expect(source?.startIndex).toBeGreaterThanOrEqual(sourceEnd);
    const original = text.slice(source?.startIndex, source?.endIndex);
    if (truncated && sentences.length === 1) expect(sentence.length).toBeLessThanOrEqual(original.length);
    else expect(isSubsequence(lettersOf(sentence), original)).toBe(true);
    position = endIndex;
    sourceEnd = source?.endIndex ?? 0;
  }
  expect(position).toBe(summary.length);
  const selected = sections.reduce((sum, section) => sum + section.selected, 0);
  expect(selected).toBe(sentences.length);
}

describe('summarizeText', () => {
  it('rejects a text of more than 100,000 sentences', async () => {
    const summarized = summarizeText({ text: 'a\n'.repeat(250_000), language: 'en' });
    await expect(summarized).rejects.toMatchObject({ name: 'NlpError', code: 'too_complex' });
  });

  it('selects at most half of a short text, verbatim and in order', async () => {
    const result = await summarizeText({ text: article, language: 'en' });
    expect(result.summary.length).toBeGreaterThan(0.15 * article.length);
    expect(result.summary.length).toBeLessThan(0.5 * article.length);
    expect(result.truncated).toBe(false);
    expectValid(article, result);
  });

  it('names the speaker of every sentence that follows another speaker', async () => {
    const turns = [
      [
        'Ana',
        'Good morning. The lease of the warehouse ends on 30 June, and the owner wants 4,200 euros a month.',
      ],
      ['Ben', 'That is a third more. The roof leaks in two places, and nobody has repaired it since March.'],
      ['Ana', 'I know. We decided in the spring to stay if the roof is repaired at his cost.'],
      ['Cleo', 'Let me add something. The hall in Lindow costs 3,100 euros, and it is free from May.'],
      ['Ben', 'It has no ramp. A ramp costs 9,000 euros, and the city pays half of it.'],
      ['Ana', 'Then we sign for the hall in Lindow on Friday, and I cancel the warehouse today.'],
    ] as const;
    const text = turns.map(([name, said]) => `${name}: ${said}`).join('\n');
    for (const maxLength of [90, 150, 220, 300, 400]) {
      const { sentences } = await summarizeText({ text, language: 'en', maxLength });
      let speaker = '';
      for (const sentence of sentences) {
        const [, named, body = ''] = /^(?:(Ana|Ben|Cleo): )?(.*)$/.exec(sentence.text) ?? [];
        speaker = named ?? speaker;
        const [owner] = turns.find(([, said]) => said.includes(body.slice(1))) ?? [];
        expect(speaker).toBe(owner);
      }
    }
  });

  it('gives the ranges of the kept parts of a sentence', async () => {
    const text = `${article} However, the last tram, the mayor said, will leave at midnight (see Table 2) and cost 2 euros.`;
    const { sentences } = await summarizeText({ text, language: 'en', maxLength: 5000 });
    const compressed = sentences.find((sentence) => sentence.text.includes('midnight'));
    expect(compressed?.text).toBe('The last tram will leave at midnight and cost 2 euros.');
    const { source } = compressed ?? {};
    const parts = source?.parts?.map(({ startIndex, endIndex }) => text.slice(startIndex, endIndex));
    expect(parts).toEqual(['the last tram', ' will leave at midnight', ' and cost 2 euros.']);
    expect(text.slice(source?.startIndex, source?.endIndex)).toMatch(
      /^the last tram, the mayor.* 2 euros\.$/,
    );
  });

  it.each([
    ['en', 'Dear all,\n\nthe lease of the second floor ends on 30 June.\n\nRegards\nTom', 'The lease'],
    ['de', 'Hallo zusammen,\n\ndie Prüfung der Heizung kostet 900 Euro.\n\nViele Grüße\nIda', 'Die Prüfung'],
    ['en', 'The plan has two steps:\n\nnpm is updated first, then the servers are.', 'npm is updated'],
  ])('begins with a capital letter after a salutation only, in %s: %s', async (language, text, start) => {
    const { summary, sentences } = await summarizeText({ text, language, maxLength: 60 });
    expect(summary.startsWith(start)).toBe(true);
    const { startIndex = 0, endIndex } = sentences[0]?.source ?? {};
    expect(text.slice(startIndex, endIndex).toLowerCase()).toBe(summary.toLowerCase());
  });

  it('does not repeat a sentence', async () => {
    const text = `${'The bridge was closed after the storm on Friday. '.repeat(20)}Engineers will inspect it today.`;
    const { summary } = await summarizeText({ text, language: 'en' });
    expect(summary.split('The bridge was closed').length - 1).toBeLessThanOrEqual(1);
  });

  it('ends with a whole sentence where one fits into maxLength', async () => {
    for (let maxLength = 40; maxLength < 400; maxLength += 7) {
      const result = await summarizeText({ text: article, language: 'en', maxLength });
      expectValid(article, result, maxLength);
      expect(result.summary).toMatch(/[.!?"]$/);
    }
  });

  it('truncates at a word where no sentence fits, and reports it', async () => {
    const result = await summarizeText({ text: article, language: 'en', maxLength: 25 });
    expect(result.truncated).toBe(true);
    expect(article).toMatch(new RegExp(`${result.summary}\\b`));
    expectValid(article, result, 25);
  });

  it('uses most of maxLength', async () => {
    const { summary } = await summarizeText({ text: article, language: 'en', maxLength: 250 });
    expect(summary.length).toBeGreaterThan(180);
  });

  it.each(['', '  \n ', '!!!', '👩‍👩‍👧', 'One.', 'word '.repeat(5000)])(
    'returns a valid summary of unusual text %#',
    async (text) => {
      expectValid(text, await summarizeText({ text, language: 'und' }));
    },
  );

  it('joins Chinese sentences without a space', async () => {
    const text =
      '会议在北京举行。代表们讨论了气候变化。许多国家提出了新的目标。专家认为目标不够。下次会议在明年举行。'.repeat(
        2,
      );
    const result = await summarizeText({ text, language: 'zh' });
    expect(result.summary).not.toContain(' ');
    expectValid(text, result);
  });

  it('respects maxLength and returns exact offsets for any text', async () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.constantFrom('. ', '! ', '\n\n', '\r\n', ' The cat sat on the mat. ', '👩‍👩‍👧‍👦', 'e\u0301', '🇩🇪'),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 40 }),
        fc.integer({ min: 1, max: 200 }),
        async (pieces, maxLength) => {
          const text = pieces.join('');
          expectValid(text, await summarizeText({ text, language: 'en', maxLength }), maxLength);
          expectValid(text, await summarizeText({ text, language: 'en' }));
        },
      ),
      { numRuns: 200 },
    );
  });

  it.each(['a', 'ab cd. ', '漢', '. ', '😀', 'The same sentence again. ', '\n'])(
    'summarizes repeated %j',
    async (unit) => {
      const text = unit.repeat(300_000 / unit.length);
      expectValid(text, await summarizeText({ text, language: 'en', maxLength: 500 }), 500);
    },
  );
});

describe('truncateText', () => {
  it.each([
    ['Rain fell all day, and the river rose quickly', 25, 'Rain fell all day'],
    ['Rain fell and the river rose', 16, 'Rain fell and'],
    ['Donaudampfschifffahrt', 5, 'Donau'],
    ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 13, '👩‍👩‍👧‍👦'],
    ['👩‍👩‍👧‍👦', 5, ''],
    ['e\u0301e\u0301', 3, 'e\u0301'],
    ['short', 10, 'short'],
    ['“— —— hello” she said', 4, '“— —'],
  ])('truncates %j to %d', (text, maxLength, expected) => {
    expect(truncateText(text, maxLength)).toBe(expected);
  });
});

describe('fitSentences', () => {
  it('keeps the best sentences that fit, in their order', () => {
    const fitted = fitSentences(['aaaa.', 'bb.', 'cccccccccc.', 'd.'], [1, 4, 3, 2], 10);
    expect(fitted).toEqual({
      sentences: [
        { index: 1, text: 'bb.' },
        { index: 3, text: 'd.' },
      ],
      truncated: true,
    });
  });

  it('truncates the best sentence when none fits', () => {
    const fitted = fitSentences(['one two three', 'four five six'], [1, 2], 9);
    expect(fitted).toEqual({ sentences: [{ index: 1, text: 'four five' }], truncated: true });
  });
});

describe.skipIf(!existsSync(news))('summarizeText on news (needs ../shared)', () => {
  it('recalls more than 30 % of the words of the reference summaries', async () => {
    const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[a-z]{4,}/g) ?? []);
    const rows = gunzipSync(readFileSync(news)).toString().trim().split('\n').slice(0, 100);
    let recall = 0;
    for (const row of rows) {
      const { text, reference } = JSON.parse(row);
      const { summary } = await summarizeText({ text, language: 'en', maxLength: 450 });
      const summaryWords = wordsOf(summary);
      const referenceWords = [...wordsOf(reference)];
      recall += referenceWords.filter((word) => summaryWords.has(word)).length / referenceWords.length;
    }
    expect(recall / rows.length).toBeGreaterThan(0.3);
  });
});
