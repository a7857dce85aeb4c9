import type { TestPage } from '../serve-site.ts';
import { compositionPages } from './composition-pages.ts';
import { frameworkPages } from './framework-pages.ts';
import type { SuitePage } from './suite-page.ts';
import { timingPages } from './timing-pages.ts';

/** All pages of the suite. */
export const scriptSuite: readonly SuitePage[] = [...frameworkPages, ...timingPages, ...compositionPages];

/** All pages and their resources by path. */
export const scriptSuiteSite: Readonly<Record<string, TestPage>> = Object.fromEntries(
  scriptSuite.flatMap(({ pages }) => Object.entries(pages)),
);

/** Returns the share of the words of the expected texts that are in texts that the Markdown contains. */
export function recoveredShare(markdown: string, expected: readonly string[]): number {
  const found = plainText(markdown);
  const wordsOf = (text: string): number => text.split(' ').length;
  const total = expected.reduce((sum, text) => sum + wordsOf(text), 0);
  const recovered = expected
    .filter((text) => found.includes(plainText(text)))
    .reduce((sum, text) => sum + wordsOf(text), 0);
  return recovered / total;
}

/** Removes the syntax of Markdown that the suite's texts can have, and collapses white space. */
export const plainText = (markdown: string): string =>
  markdown
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/[#*_|>`]/g, ' ')
    .replace(/\s+/g, ' ');
