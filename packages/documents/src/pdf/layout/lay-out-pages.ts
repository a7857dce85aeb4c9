import type { StructureElement } from '@quern/pdf';
import { composeLines } from '../lines/compose-lines.ts';
import type { PageElement, TableElement } from '../lines/page-element.ts';
import { findRunningWords } from '../running/find-running-rows.ts';
import type { RuleLine } from '../tables/ruling-grid.ts';
import { layOutByStructure } from '../tagged/lay-out-by-structure.ts';
import type { Word } from '../words/word.ts';
import { layOutPage, toElement } from './layout-page.ts';

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
  /** Tables that are known already; the words are those outside of them. */
  readonly tables?: readonly TableElement[];
  /** Whether it was recognized, so that there are no fonts and lines. */
  readonly isRecognized?: boolean;
}

/** Removes running heads and feet, and puts the lines and tables of all pages in reading order. */
export function layOutPages(pages: readonly PreparedPage[]): PageElement[] {
  const running = findRunningWords(pages);
  const kept = pages.map((page) => ({
    ...page,
    words: page.words.filter((word) => !running.has(word)),
  }));
  const structured = layOutByStructure(kept, layOutPage);
  return kept.flatMap((page, index) => {
    const asides = page.asides.flatMap((aside) => composeLines(aside, page.number)).map(toElement);
    return [...(structured?.[index] ?? layOutPage(page)), ...asides];
  });
}
