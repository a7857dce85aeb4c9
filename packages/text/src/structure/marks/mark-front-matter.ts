import { readFrontMatter } from '../../front-matter.ts';
import type { TextLine } from '../lines/text-line.ts';

/**
 * Sets the front matter of a text aside.
 *
 * @returns the title that it states, else ''
 */
export function markFrontMatter(source: string, lines: readonly TextLine[]): string {
  const { endIndex = 0, fields } = readFrontMatter(source) ?? {};
  for (const line of lines) {
    if (line.startIndex >= endIndex) break;
    line.setAside();
    if (/^(?:---|\+\+\+|\.\.\.)$/.test(line.text)) line.isDropped = true;
  }
  return fields?.get('title') ?? '';
}
