import gold from './gold.data.json' with { type: 'json' };
import { patternEntityTypes } from './pattern-entity-types.ts';

export interface LabeledSpan {
  readonly startIndex: number;
  readonly endIndex: number;
  readonly type: string;
  readonly value?: string;
}

export interface GoldSentence {
  readonly split: string;
  /** BCP 47, as given to the engine. */
  readonly language: string;
  readonly text: string;
  readonly spans: readonly LabeledSpan[];
  /** Where two readings are right (`a second`): what is found here counts neither way. */
  readonly ignoredSpans: readonly LabeledSpan[];
}

/** The day that relative dates of the sentences are counted from. */
export const referenceDate = new Date('2024-05-15T09:00:00Z');

/**
 * Sentences of our own, `[[text|TYPE|value]]` around each entity. What the marks hold to: a preposition or an article is
 * outside (but "the 1990s"); a range with a dash is one entity (`5-10%`), one in words is two; a number that only names
 * something (room 204, § 15, version 2.1, iPhone 15, a result 3-1) is none; postcode and town are an address.
 */
export function readGoldSentences(): GoldSentence[] {
  return gold.map(({ split, language, text }) => ({ split, language, ...unmark(text) }));
}

function unmark(marked: string): Pick<GoldSentence, 'text' | 'spans' | 'ignoredSpans'> {
  const spans: LabeledSpan[] = [];
  const ignoredSpans: LabeledSpan[] = [];
  let text = '';
  let at = 0;
  for (const match of marked.matchAll(/\[\[(.+?)\|([A-Z_]+)(?:\|(.+?))?\]\]/g)) {
    const [whole, inner = '', type = '', value] = match;
    text += marked.slice(at, match.index);
    const span = { startIndex: text.length, endIndex: text.length + inner.length, type };
    if (type === 'ANY') ignoredSpans.push(span);
    else if (patternEntityTypes.has(type)) spans.push(value === undefined ? span : { ...span, value });
    else throw new Error(`no type of a rule: ${whole}`);
    text += inner;
    at = match.index + whole.length;
  }
  return { text: text + marked.slice(at), spans, ignoredSpans };
}
