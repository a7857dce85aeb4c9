import { startTestService, type TestService } from '@quern/testing/service/start-test-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  expectConsistent,
  lettersOf,
  readText,
  type SummarizeResult,
  summarizeText,
  textNames,
} from './summary-client.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ QUERN_RATE_LIMIT: 'off' });
});
afterAll(() => service.stop());

/** Summaries of no limit and of many limits. */
async function summarizeAtLengths(text: string): Promise<SummarizeResult[]> {
  const lengths = Array.from({ length: 20 }, (_, index) => 70 + 40 * index);
  const limited = lengths.map((maxLength) => summarizeText(service, text, { maxLength }));
  return Promise.all([summarizeText(service, text), ...limited]);
}

describe.each(textNames)('the summary of %s', (name) => {
  const text = readText(name);

  it('has offsets that slice the summary, and sources with the letters of each sentence', async () => {
    for (const result of await summarizeAtLengths(text)) {
      expectConsistent(result);
      expect(result).toMatchObject({ engine: 'extractive', usage: 2 });
      const isCut = result.truncated && result.sentences.length === 1;
      for (const { text: sentence, source } of result.sentences) {
        // A sentence whose beginning was left out begins with a capital letter nevertheless.
        const original = lettersOf(keptTextOf(text, source)).toLowerCase();
        const letters = lettersOf(sentence).toLowerCase();
        if (isCut) expect(original).toContain(letters);
        else expect(original.endsWith(letters) || hasAddress(text, source)).toBe(true);
      }
    }
  });

  it('is not empty, and at most maxLength long, from 1 to 60', async () => {
    const lengths = Array.from({ length: 60 }, (_, index) => index + 1);
    const results = await Promise.all(
      lengths.map((maxLength) => summarizeText(service, text, { maxLength })),
    );
    for (const [index, { summary, truncated }] of results.entries()) {
      expect(summary.length).toBeLessThanOrEqual(index + 1);
      expect(summary).not.toBe('');
      expect(summary.isWellFormed()).toBe(true);
      expect(truncated).toBe(true);
    }
  });
});

function keptTextOf(text: string, source: SummarizeResult['sentences'][number]['source']): string {
  const parts = source?.parts ?? (source === undefined ? [] : [source]);
  return parts.map(({ startIndex, endIndex }) => text.slice(startIndex, endIndex)).join('');
}

/** Whether the source has the address of a link, which the sentence lacks. */
function hasAddress(text: string, source: { startIndex: number; endIndex: number } | undefined): boolean {
  return /\]\(https?:/.test(text.slice(source?.startIndex, source?.endIndex));
}

describe('summaries leave out', () => {
  it.each([
    [
      'Markdown, front matter, tables, code and captions',
      'report.md',
      /[*#|`>[\]]|mean|Figure|author|See also|N1 \d/,
    ],
    [
      'headers, salutation, signature and quotation marks of a message',
      'message.txt',
      /@|Subject|Hi all|Best regards|Dana|Facilities|wrote:|^>/m,
    ],
    [
      'time stamps and interjections of a transcript',
      'transcript.txt',
      /\[|\d\d:\d\d|Morning\.|Um, yeah|Okay\./,
    ],
    [
      'byline, caption, footer and a repeated title of an article',
      'article.txt',
      /Old glasshouse|Calloway|Published|Photo|READ MORE|Subscribe|©/,
    ],
    ['a title that a sentence repeats in Chinese', 'zh.txt', /旧火车站将改建/],
    ['a title that a sentence repeats in Japanese', 'ja.txt', /水車小屋が博物館に/],
    ['a title that a sentence repeats in Arabic', 'ar.txt', /^تحويل محطة/],
    ['a title that a sentence repeats in Hindi', 'hi.txt', /पुस्तकालय बनेगा/],
  ])('%s', async (_, name, remnant) => {
    for (const { summary } of await summarizeAtLengths(readText(name))) expect(summary).not.toMatch(remnant);
  });
});

describe('summaries of a text whose sentences do not name its subject', () => {
  const title = 'Règlement de la piscine municipale';
  const rules = [
    "Les enfants de moins de dix ans doivent être accompagnés d'un adulte.",
    "Les shorts sont interdits dans l'eau.",
    "La douche est obligatoire avant d'entrer.",
    'Le personnel peut exclure toute personne qui ne respecte pas ces règles, sans remboursement.',
    "Les casiers s'ouvrent avec une pièce d'un euro, qui est rendue.",
    'La caisse ferme une heure avant le bassin.',
  ];
  const text = `${title}\n\n${rules.join(' ')}`;

  it('begin with the title, as a sentence of its source', async () => {
    for (const maxLength of [150, 200, 300, undefined]) {
      const { summary, sentences } = await summarizeText(
        service,
        text,
        maxLength === undefined ? {} : { maxLength },
      );
      expect(summary.startsWith(`${title}. `)).toBe(true);
      expect(sentences[0]).toMatchObject({
        text: `${title}.`,
        source: { startIndex: 0, endIndex: title.length },
      });
      for (const sentence of sentences.slice(1)) expect(rules).toContain(sentence.text);
    }
  });

  it('are not the title alone', async () => {
    const { summary, truncated } = await summarizeText(service, text, { maxLength: title.length + 2 });
    expect(truncated).toBe(true);
    expect(rules.some((rule) => rule.startsWith(summary.replace(/\P{L}+$/u, '')))).toBe(true);
  });
});

describe('summaries in other languages', () => {
  it.each(['ar', 'hi', 'ja', 'ru', 'th', 'zh'])(
    'detect %s, and join its sentences as usual there',
    async (language) => {
      const { originalLanguage, summary, sentences } = await summarizeText(
        service,
        readText(`${language}.txt`),
      );
      expect(originalLanguage).toBe(language);
      const separator = language === 'zh' || language === 'ja' ? '' : ' ';
      expect(summary).toBe(sentences.map(({ text }) => text).join(separator));
      // Thai has no mark at the end of a sentence, so that its units are long.
      expect(sentences.length).toBeGreaterThan(language === 'th' ? 0 : 1);
    },
  );
});

describe('sections', () => {
  it('are those of the headings, with the number of selected sentences', async () => {
    const text = readText('report.md');
    const { sections = [], sentences } = await summarizeText(service, text);
    expect(sections.map(({ heading }) => heading)).toEqual([
      'Why the city tried night buses',
      'What was measured',
      'What passengers said',
      'Results and decision',
    ]);
    for (const { heading, startIndex, endIndex } of sections) {
      expect(text.indexOf(heading)).toBeLessThan(startIndex);
      expect(text.slice(startIndex, endIndex)).not.toContain('##');
    }
    const selected = sections.reduce((sum, section) => sum + section.selected, 0);
    // The title belongs to no section.
    const titles = sentences.filter(({ text: sentence }) => sentence === 'Night buses in Arden.');
    expect(selected).toBe(sentences.length - titles.length);
    expect(sections.at(-1)?.selected).toBeGreaterThan(0);
  });

  it('are one without a heading in a text without headings', async () => {
    const { sections } = await summarizeText(service, readText('article.txt'));
    expect(sections).toMatchObject([{ heading: '' }]);
  });
});

describe('sentences that refer to another one', () => {
  const pairs = [
    ['She said the building', 'announced the plan on Monday.'],
    ['But he is confident.', 'admitted that this will take time.'],
    ['For example, a concert', 'But he is confident.'],
    ['They were offered rooms', 'must leave by October.'],
    ['They can then germinate', 'packed in foil and frozen.'],
  ] as const;

  it('are selected only directly after it', async () => {
    const text = readText('article.txt');
    let found = 0;
    for (const { sentences } of await summarizeAtLengths(text)) {
      for (const [start, antecedent] of pairs) {
        const at = sentences.findIndex((sentence) => sentence.text.startsWith(start));
        if (at < 0) continue;
        found++;
        expect(sentences[at - 1]?.text).toMatch(new RegExp(`${antecedent.replaceAll('.', '\\.')}$`));
      }
    }
    expect(found).toBeGreaterThan(0);
  });
});

describe('the price', () => {
  it('is 2 credits for a short text, which a dry run reports and does not charge', async () => {
    const before = await service.balance();
    const content = readText('article.txt');
    const response = await service.post('summarize', { content }, { 'x-dry-run': 'true' });
    expect(await response.json()).toMatchObject({ success: true, data: { dryRun: true, price: 2 } });
    expect(await service.balance()).toBe(before);
    expect((await summarizeText(service, content)).usage).toBe(2);
    expect(await service.balance()).toBe(before - 2);
  });
});
