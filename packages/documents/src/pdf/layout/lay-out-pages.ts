import type { PageBox } from '@quern/content/blocks/content-block';
import type { StructureElement } from '@quern/pdf';
import { composeLines } from '../lines/compose-lines.ts';
import type { PageElement, TableElement } from '../lines/page-element.ts';
import { findRunningWords } from '../running/find-running-rows.ts';
import type { RuleLine } from '../tables/ruling-grid.ts';
import { layOutByStructure } from '../tagged/lay-out-by-structure.ts';
import type { Word } from '../words/word.ts';
import { layOutPage, toElement } from './layout-page.ts';

/** A part of a page with its own columns: text in another direction than the page, turned upright, or a scan. */
export interface PageAside {
  readonly words: readonly Word[];
  readonly rules: readonly RuleLine[];
  /** Tables that are known already. */
  readonly tables?: readonly TableElement[];
  /** Its place on the page. */
  readonly box: PageBox;
  /** Whether it is above all other text. */
  readonly isFirst: boolean;
}

/** A page whose words are known. */
export interface PreparedPage {
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly words: readonly Word[];
  readonly rules: readonly RuleLine[];
  /** Boxes of the pictures on it. */
  readonly pictures?: readonly PageBox[];
  readonly asides: readonly PageAside[];
  readonly structure: readonly StructureElement[];
  /** Tables that are known already; the words are those outside of them. */
  readonly tables?: readonly TableElement[];
  /** Clockwise direction of the text on the page as displayed, by which the page was turned: 0, 90, 180 or 270. */
  readonly angle: number;
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
  return kept.flatMap((page, index) =>
    page.asides.reduce(
      (elements, aside) => withAside(elements, aside, page.number),
      structured?.[index] ?? layOutPage(page),
    ),
  );
}

/** Fewer lines in another direction are labels of figures or notes in the margin. */
const asideLinesMin = 3;

/** Puts a part of a page in its place: tables and texts above what is below them, labels at the end. */
function withAside(
  elements: readonly PageElement[],
  { words, rules, tables = [], box, isFirst }: PageAside,
  number: number,
): PageElement[] {
  const laidOut = layOutPage({ number, words, rules, tables });
  const isText = laidOut.length >= asideLinesMin || laidOut.some(({ kind }) => kind === 'table');
  if (!isText && !isFirst) return [...elements, ...composeLines(words, number).map(toElement)];
  // Tables have their place on the page.
  const placed = laidOut.map((element) => (element.kind === 'table' ? { ...element, ...box } : element));
  const next = elements.findIndex(
    ({ left, top, right }) => top >= box.bottom - 1 && left < box.right && right > box.left,
  );
  const at = isFirst ? 0 : next < 0 ? elements.length : next;
  return [...elements.slice(0, at), ...placed, ...elements.slice(at)];
}
