import { z } from 'zod';
import type { DataFiles } from '../../data/data-files.ts';
import type { TypedSpan } from '../../metrics/span-f1.ts';
import { patternEntityTypes } from './pattern-entity-types.ts';

/** An annotated span, with its normalized value where it has one. */
export interface LabeledSpan extends TypedSpan {
  readonly value?: string;
}

/** A sentence of the project's own annotations. */
export interface GoldSentence {
  /** `dev` and `test` were seen while the rules were written; `fresh` came after them. */
  readonly split: string;
  /** BCP 47 tag, as passed to the engine. */
  readonly language: string;
  readonly text: string;
  readonly spans: readonly LabeledSpan[];
  /** Ambiguous spans, such as "a second": predictions there are not scored. */
  readonly ignoredSpans: readonly TypedSpan[];
}

/** Languages with annotated sentences, in the order of the files. */
export const goldLanguages =
  'en de fr es pt it nl ar cs da el fi he hi hu id ja ko no pl ro ru sv tr uk vi zh'.split(' ');

/** The date that relative dates in the sentences refer to. */
export const referenceDate = new Date('2024-05-15T09:00:00Z');

const rowSchema = z.object({ split: z.string(), language: z.string(), text: z.string() });

/**
 * Reads the annotated sentences, in which each entity is written as `[[text|TYPE|value]]`. Conventions: a preposition
 * or an article is outside the span (but "the 1990s"); a range with a dash is one entity (`5-10%`), one in words is
 * two; a number that only names something (room 204, § 15, version 2.1, iPhone 15, a score of 3-1) is none; a
 * postcode and its town are one address.
 *
 * @param data rooted at the folder of this file
 * @throws Error for an annotation with an unknown type
 */
export function readGoldSentences(data: DataFiles): GoldSentence[] {
  const rows = goldLanguages.flatMap((language) =>
    z.array(rowSchema).parse(JSON.parse(data.read(`gold/${language}.data.json`).toString('utf8'))),
  );
  return rows.map(({ split, language, text }) => ({ split, language, ...parseAnnotations(text) }));
}

function parseAnnotations(annotated: string): Pick<GoldSentence, 'text' | 'spans' | 'ignoredSpans'> {
  const spans: LabeledSpan[] = [];
  const ignoredSpans: LabeledSpan[] = [];
  let text = '';
  let position = 0;
  for (const match of annotated.matchAll(/\[\[(.+?)\|([A-Z_]+)(?:\|(.+?))?\]\]/g)) {
    const [whole, inner = '', type = '', value] = match;
    text += annotated.slice(position, match.index);
    const span = { startIndex: text.length, endIndex: text.length + inner.length, type };
    if (type === 'ANY') ignoredSpans.push(span);
    else if (patternEntityTypes.has(type)) spans.push(value === undefined ? span : { ...span, value });
    else throw new Error(`unknown entity type in ${whole}`);
    text += inner;
    position = match.index + whole.length;
  }
  return { text: text + annotated.slice(position), spans, ignoredSpans };
}
