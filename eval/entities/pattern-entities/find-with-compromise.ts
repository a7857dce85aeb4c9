import { z } from 'zod';
import type { TypedSpan } from '../../metrics/span-f1.ts';
import { keepLongestSpans } from './keep-longest-spans.ts';

interface View {
  json(options: { offset: boolean }): unknown;
}

interface Document {
  match(pattern: string): View;
  money(): View;
  percentages(): View;
  emails(): View;
  urls(): View;
  phoneNumbers(): View;
  hashTags(): View;
  atMentions(): View;
}

/** The part of compromise that is used. */
export type Compromise = (text: string) => Document;

const matches = z.array(z.object({ offset: z.object({ start: z.number(), length: z.number() }) }));

/** Finds entities with compromise, which supports English alone. Punctuation at the ends of a match is left out. */
export function findWithCompromise(
  compromise: Compromise,
  text: string,
  language: string,
): TypedSpan[] | undefined {
  if (!language.startsWith('en')) return undefined;
  const document = compromise(text);
  const views = {
    ORDINAL: document.match('#Ordinal+'),
    MONEY: document.money(),
    PERCENT: document.percentages(),
    NUMBER: document.match('#Cardinal+'),
    EMAIL: document.emails(),
    URL: document.urls(),
    PHONE_NUMBER: document.phoneNumbers(),
    HASHTAG: document.hashTags(),
    MENTION: document.atMentions(),
  };
  return keepLongestSpans(
    Object.entries(views).flatMap(([type, view]) =>
      matches.parse(view.json({ offset: true })).map(({ offset }) => {
        const raw = text.slice(offset.start, offset.start + offset.length);
        const lead = /^[\s("']*/.exec(raw)?.[0].length ?? 0;
        const length = raw.replace(/[\s.,;:!?)"']+$/, '').length;
        return { startIndex: offset.start + lead, endIndex: offset.start + length, type };
      }),
    ),
  );
}
