import { sourceRangeOf, type TextBlock } from '@quern/text/structure/text-block';
import type { SummaryUnit } from './summary-unit.ts';

const headlinesMax = 3;
/** Longer headings are paragraphs, in UTF-16 code units. */
const lengthMax = 160;
/** A mark that ends a sentence or a clause, with closing quotation marks and brackets. */
const endPattern = /[\p{Sentence_Terminal}:：;…。]["'»«”“’)\]』」】》]*$/u;
/** Scripts whose period is an ideographic full stop. */
const ideographicPattern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * Finds what a text has above its first sentence: its title and the headings below that, up to that of the first section, whose level is the highest of those
 * among the sentences. They are sentences of a summary that name the subject where no other one does, and end with a period, so that what follows does not run on.
 *
 * @param end index of the first block with sentences
 */
export function findHeadlines(blocks: readonly TextBlock[], end: number): SummaryUnit[] {
  const title = blocks.slice(0, end).findIndex(({ role }) => role === 'title');
  if (title < 0) return [];
  const highest = blocks.reduce(
    (least, { role, level = 1 }, index) =>
      index >= end && role === 'heading' ? Math.min(least, level) : least,
    Number.POSITIVE_INFINITY,
  );
  const above = blocks.slice(title, end);
  const section = above.findIndex(({ role, level = 1 }) => role === 'heading' && level === highest);
  return above
    .slice(0, section < 0 ? undefined : section)
    .filter(({ role, text }) => /^(?:title|heading)$/.test(role) && text.length <= lengthMax)
    .slice(0, headlinesMax)
    .map((block) => ({
      text: withPeriod(block.text),
      bodyIndex: 0,
      source: sourceRangeOf(block, 0, block.text.length),
      role: block.role,
      block: -1,
      indexInBlock: 0,
      blockSize: 1,
      section: -1,
      speaker: undefined,
    }));
}

function withPeriod(text: string): string {
  if (endPattern.test(text)) return text;
  return `${text}${ideographicPattern.test(text) ? '。' : '.'}`;
}
