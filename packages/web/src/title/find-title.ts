import { attributeOf, type DomElement, domText, elementIndexOf } from '@quern/content/dom/dom';
import { containsTag, visitElements } from '@quern/content/dom/tree-queries';
import { collapseWhitespace } from '@quern/text/collapse-whitespace';
import { isLastPart, isSiteName, TitleComparison, type TitleEvidence } from './title-text.ts';

/** The visible title of a page. */
export interface VisibleTitle {
  readonly element: DomElement;
  /** Its text with single spaces. */
  readonly text: string;
}

/** A longer text is not a title. */
const titleLengthMax = 300;
/** Minimum similarity to a stated title for an element that is not the page's only `h1`. */
const similarityMin = 0.75;
/** Below the first similarity an `h1` gives way to another heading that has at least the second one. */
const kickerSimilarityMax = 0.6;
const statedSimilarityMin = 0.95;
/** Minimum similarity of a chapter's heading to the stated title. */
const chapterSimilarityMin = 0.5;
/** Texts at the beginning of the content among which a title can be: the section, the date and the author come first. */
const introTexts = 5;
/** Levels of headings. */
const headingLevelMax = 3;
/** Level of lines of text that are not marked as titles. */
const lineLevel = 5;
/** Elements around headings that are not the page's. */
const outsideTag = /^(?:nav|footer|dialog)$/;
const outsideRole = /^(?:navigation|contentinfo|complementary|dialog|alertdialog|banner-ad)$/;
const titleClass =
  /(?:^|\s)(?:\S*[-_])?(?:post|entry|article|page|story|product|topic|thread|question|recipe|video|item|main)[-_]{0,2}(?:title|headline|heading|name)(?:\s|$)/i;

interface Candidate extends VisibleTitle {
  /** 1 to 3 for headings, 4 for elements marked as titles, 5 for others with the text of a stated title. */
  readonly level: number;
  readonly similarity: number;
  readonly isSiteName: boolean;
}

/**
 * Finds the visible title of a page: its only `h1`, or else the element that resembles the title in its head most. The
 * name of the site and kickers (the section above a title) are not titles. Independent of the selection of the content,
 * whose model often takes the title for boilerplate.
 *
 * @param tree the page's tree
 * @param content the selected content, copied from the tree; a title does not come after it
 * @returns undefined if the page shows no title
 */
export function findTitle(
  tree: DomElement,
  content: DomElement,
  evidence: TitleEvidence,
): VisibleTitle | undefined {
  const { start, end } = textRange(content);
  const candidates = collectCandidates(tree, evidence).filter(
    ({ element }) => elementIndexOf(element) <= end,
  );
  const likely = candidates.filter(
    ({ element, level, similarity }) =>
      similarity >= similarityMin && (level === 1 || elementIndexOf(element) <= start),
  );
  const own = likely.filter((candidate) => !candidate.isSiteName);
  const heading = bestOf(own.filter(({ level }) => level <= headingLevelMax));
  const best = heading ?? bestOf(own) ?? bestOf(likely.filter(({ level }) => level <= headingLevelMax));
  const [first, ...others] = candidates.filter(
    (candidate) => candidate.level === 1 && (!candidate.isSiteName || best === undefined),
  );
  if (first === undefined) return best;
  if (others.length > 0) return bestOf(likely.filter(({ level }) => level === 1)) ?? best ?? first;
  // The last part of a title is the name of the site or of a book, of which the page is a chapter.
  const chapters = candidates.filter(
    ({ element, level, similarity }) =>
      level === 2 && similarity >= chapterSimilarityMin && elementIndexOf(element) <= start,
  );
  if (isLastPart(first.text, evidence)) return bestOf(chapters) ?? first;
  const isKicker =
    first.similarity < kickerSimilarityMax && (heading?.similarity ?? 0) >= statedSimilarityMin;
  return isKicker ? heading : first;
}

/** Returns the candidate that resembles a stated title most, of equal ones that of the highest level, then the first. */
function bestOf(candidates: readonly Candidate[]): Candidate | undefined {
  let best: Candidate | undefined;
  for (const candidate of candidates) {
    const isBetter =
      best === undefined ||
      candidate.similarity > best.similarity ||
      (candidate.similarity === best.similarity && candidate.level < best.level);
    if (isBetter) best = candidate;
  }
  return best;
}

function collectCandidates(tree: DomElement, evidence: TitleEvidence): Candidate[] {
  const candidates: Candidate[] = [];
  const titles = new TitleComparison(evidence.stated);
  const visit = (element: DomElement, isInAside: boolean): void => {
    if (element.isHidden === true || isOutside(element)) return;
    const level = levelOf(element);
    const text = level === 0 || (isInAside && level > 1) ? '' : textOf(element);
    if (text !== '' && text.length <= titleLengthMax) {
      if (level < lineLevel || titles.isEqual(text)) {
        const similarity = titles.similarity(text);
        candidates.push({ element, text, level, similarity, isSiteName: isSiteName(text, evidence) });
      }
      return;
    }
    const isAside = isInAside || element.name === 'aside';
    for (const child of element.children) if (child.kind === 'element') visit(child, isAside);
  };
  visit(tree, false);
  return candidates;
}

function isOutside(element: DomElement): boolean {
  return outsideTag.test(element.name) || outsideRole.test(attributeOf(element, 'role'));
}

/** Returns 1 to 3 for headings, 4 for other elements that a page marks as its title, 5 for other lines of text, else 0. */
function levelOf(element: DomElement): number {
  const heading = /^h([1-3])$/.exec(element.name)?.[1];
  if (heading !== undefined) return Number(heading);
  if (!/^(?:div|p|span|strong|b|a|header|font|td)$/.test(element.name)) return 0;
  const isMarked =
    attributeOf(element, 'itemprop') === 'headline' || titleClass.test(attributeOf(element, 'class'));
  if (isMarked) return containsTag(element, /^h[1-6]$/) ? 0 : 4;
  return element.children.every((child) => child.kind === 'text') ? lineLevel : 0;
}

function textOf(element: DomElement): string {
  return collapseWhitespace(domText(element));
}

/** Returns the indexes of the elements between which the content begins, and of the last one that has text. */
function textRange(content: DomElement): { readonly start: number; readonly end: number } {
  const indexes: number[] = [];
  visitElements(content, (element) => {
    const hasText = element.children.some((child) => child.kind === 'text' && child.value.trim() !== '');
    if (hasText) indexes.push(elementIndexOf(element));
    return true;
  });
  const end = indexes.reduce((last, index) => Math.max(last, index), -1);
  return { start: indexes[Math.min(introTexts, indexes.length) - 1] ?? -1, end };
}
