import { splitMarkdownWords, splitWords } from '../metrics/word-f1.ts';

/** A heading is the title if at least this share of its words is in the labeled title. */
const sharedWordsMin = 0.6;
/** A gold text has its title within this many words from its start. */
const titleDistanceMax = 60;

/**
 * Removes the title that begins a page's Markdown as a heading if the gold text leaves it out.
 * @param title title as labeled; '' leaves the Markdown as it is
 */
export function withoutUnlabeledTitle(markdown: string, title: string, gold: string): string {
  const line = /^\s*(#{1,6} [^\n]*)(?:\n|$)/.exec(markdown);
  const heading = line?.[1];
  if (line === null || heading === undefined) return markdown;
  const words = splitMarkdownWords(heading);
  const titleWords = new Set(splitWords(title));
  const shared = words.filter((word) => titleWords.has(word)).length;
  if (words.length === 0 || shared < words.length * sharedWordsMin) return markdown;
  const start = splitWords(gold).slice(0, titleDistanceMax + words.length);
  return ` ${start.join(' ')} `.includes(` ${words.join(' ')} `) ? markdown : markdown.slice(line[0].length);
}
