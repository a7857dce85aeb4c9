import type { StructureElement } from '@quern/pdf';
import { findRunningWords } from '../running/find-running-rows.ts';
import type { RuleLine } from '../tables/ruling-grid.ts';
import type { Word } from '../words/word.ts';
import { composeLines } from './compose-lines.ts';
import { layOutPage } from './layout-page.ts';
import type { PageElement } from './page-element.ts';

/** A page whose words are known. */
export interface PreparedPage {
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly words: readonly Word[];
  readonly rules: readonly RuleLine[];
  /** Words in other directions than the page, each turned upright. */
  readonly asides: readonly (readonly Word[])[];
  readonly structure: readonly StructureElement[];
  /** The reading order of an image's text, if it is known. */
  readonly elements?: readonly PageElement[];
  readonly isRecognized?: boolean;
}

/** Removes running heads and feet, and puts the lines and tables of all pages in reading order. */
export function layOutPages(pages: readonly PreparedPage[]): PageElement[] {
  const running = findRunningWords(pages);
  return pages.flatMap((page) => {
    const words = page.words.filter((word) => !running.has(word));
    const asides = page.asides.flatMap((aside) => composeLines(aside, page.number)).map(toElement);
    return [...layOutPage({ number: page.number, words, rules: page.rules }), ...asides];
  });
}

function toElement(line: ReturnType<typeof composeLines>[number]): PageElement {
  const { left, top, right, bottom } = line;
  return { kind: 'line', line, left, top, right, bottom };
}
