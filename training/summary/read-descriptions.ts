import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Parser } from 'htmlparser2';
import { z } from 'zod';

/** The main text of a page, and the description that its author wrote for search engines. */
export interface DescribedPage {
  readonly text: string;
  readonly reference: string;
}

const pageSchema = z.object({ id: z.string(), type: z.string(), gold: z.string() });

/** Shorter descriptions are labels, longer ones excerpts. UTF-16 code units. */
const lengthMin = 60;
const lengthMax = 700;
/** A text must be this many times as long as its description. */
const factorMin = 4;
const textLengthMax = 20_000;

/**
 * Reads the articles of WCXB whose description is not simply copied from the text.
 *
 * @param folder unpacked `wcxb-dev`
 */
export function readDescriptions(folder: string): DescribedPage[] {
  const lines = readFileSync(join(folder, 'gold.jsonl'), 'utf8').trim().split('\n');
  return lines.flatMap((line) => {
    const { id, type, gold } = pageSchema.parse(JSON.parse(line));
    if (type !== 'article' || gold.length > textLengthMax) return [];
    const reference = descriptionOf(readFileSync(join(folder, 'html', `${id}.html`), 'utf8'));
    if (reference.length < lengthMin || reference.length > lengthMax) return [];
    if (gold.length < factorMin * reference.length || isCopied(reference, gold)) return [];
    return [{ text: gold, reference }];
  });
}

const names = new Set(['description', 'og:description', 'twitter:description']);

/** Returns the longest description in the head of a page. */
function descriptionOf(html: string): string {
  let longest = '';
  const parser = new Parser({
    onopentag: (tag, { name = '', property = '', content = '' }) => {
      if (tag !== 'meta' || !names.has((name || property).toLowerCase())) return;
      const text = oneLine(content);
      if (text.length > longest.length) longest = text;
    },
  });
  parser.end(html);
  return longest;
}

function isCopied(description: string, text: string): boolean {
  return oneLine(text).includes(description.replace(/[.…\s]+$/u, '').slice(0, 80));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
