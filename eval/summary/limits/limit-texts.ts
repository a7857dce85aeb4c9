import { z } from 'zod';
import type { DataFiles } from '../../data/data-files.ts';
import { readSummaryTexts, summaryFiles } from '../sets/summary-sets.ts';

/** A text to summarize. */
export interface LimitText {
  readonly text: string;
  /** BCP 47 tag. */
  readonly language: string;
}

const sentenceSchema = z.object({ text: z.string(), lang: z.string() });
const tokensSchema = z.object({
  tokens: z.array(z.string()),
  lang: z.string().optional(),
  space_after: z.array(z.number()).optional(),
});
/** Sets of names in scripts or languages that the other sets have little of. */
const nameFiles = [
  'wikipedia-ja.dev',
  'uner-zh.dev',
  'thainer-th.dev',
  'klue-ko.dev',
  'hiner-hi.dev',
  'wojood-ar.dev',
  'uner-he.dev',
  'parstwiner-fa.dev',
  'spacy-el.dev',
  'factrueval-ru.dev',
  'nerkor-hu.dev',
  'turku-fi.dev',
];
/** Sentences of one text that is made of single sentences. */
const sentencesPerText = 25;

/**
 * Texts for the check of limits: evenly drawn from all files of `summary`, and texts made of the sentences of
 * `language` and `ner`, which are about different things each.
 *
 * @param count number of texts from `summary`
 */
export function readLimitTexts(data: DataFiles, count: number): LimitText[] {
  const all = summaryFiles.flatMap((file) => readSummaryTexts(data, file));
  const drawn = Array.from(
    { length: Math.min(count, all.length) },
    (_, index) => all[Math.floor((index * all.length) / Math.min(count, all.length))],
  ).flatMap((text) => (text === undefined ? [] : [{ text: text.text, language: text.language }]));
  return [...drawn, ...readSentenceTexts(data), ...readNameTexts(data)];
}

function readSentenceTexts(data: DataFiles): LimitText[] {
  const rows = data.readRows('language/sentences.dev', (row) => sentenceSchema.parse(row));
  return [...Map.groupBy(rows, ({ lang }) => lang)].flatMap(([language, sentences]) =>
    joinSentences(
      sentences.map(({ text }) => text),
      language,
    ),
  );
}

function readNameTexts(data: DataFiles): LimitText[] {
  return nameFiles.flatMap((file) => {
    const rows = data.readRows(`ner/${file}`, (row) => tokensSchema.parse(row));
    const sentences = rows.map(({ tokens, space_after: spaces }) =>
      tokens.map((token, index) => token + ((spaces?.[index] ?? 1) === 1 ? ' ' : '')).join(''),
    );
    const [, language = 'und'] = /-(\w+)\./.exec(file) ?? [];
    return joinSentences(sentences, language);
  });
}

/** Makes texts of a paragraph each. */
function joinSentences(sentences: readonly string[], language: string): LimitText[] {
  const separator = /^(?:zh|ja|th)/.test(language) ? '' : ' ';
  const texts: LimitText[] = [];
  for (let start = 0; start < sentences.length; start += sentencesPerText) {
    const part = sentences.slice(start, start + sentencesPerText).map((sentence) => sentence.trim());
    texts.push({ text: part.join(separator), language });
  }
  return texts;
}
