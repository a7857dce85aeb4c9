import type { DomElement, DomNode, DomText } from '@quern/content/dom/dom';
import type { AnalyzedPage } from '@quern/web/extract/analyze-page';
import { segmentBlocks } from '@quern/web/extract/segments/segment-blocks';
import type { ForeignGroup } from './foreign-units.ts';
import { buildInterruption, type ForeignTexts, wrapUnits } from './interruptions.ts';
import type { LabeledPage } from './labeled-page.ts';
import { SeededRandom } from './seeded-random.ts';

/** An article with foreign text: its tree, the labels of its blocks, and 1 for each foreign one, whose label is 0. */
export interface ComposedPage {
  readonly tree: DomElement;
  readonly labels: Float32Array;
  readonly isForeign: Float32Array;
}

/** Blocks of content that an article needs: a shorter one has no clear end. */
const contentBlocksMin = 4;
const interruptionsMax = 3;
/** Share of the composed pages with repeated units after the article; all others have interruptions. */
const followedShare = 0.7;
const interruptedShare = 0.6;
/** Share of the composed pages that lose their class names. */
const plainShare = 0.3;
/** Share of the composed pages that lose a part of their menus and sidebars, as small sites have few. */
const bareShare = 0.5;
/** Share of the composed pages that lose their last paragraphs, and the number of blocks of content that they keep at most. */
const shortenedShare = 0.4;
const shortenedBlocksMax = 12;

/**
 * Composes a page as news sites build them: an article with repeated units of another page (teasers, products or
 * comments) after its last block of content, at a random level of nesting, and links to other articles and prompts to
 * subscribe between its paragraphs.
 *
 * @param foreign units of a page of another site; not content of the composed page by construction
 * @param seed decides about the places, the number of units and the layout
 * @returns undefined if the article has no clear end
 */
export function composePage(
  article: LabeledPage,
  foreign: ForeignGroup,
  texts: ForeignTexts,
  seed: string,
): ComposedPage | undefined {
  const random = new SeededRandom(seed);
  const all = contentBlocks(article.labels);
  const isShortened = random.next() < shortenedShare;
  const length = isShortened
    ? contentBlocksMin + random.below(shortenedBlocksMax - contentBlocksMin + 1)
    : all.length;
  const content = all.slice(0, length);
  const last = content.at(-1);
  if (content.length < contentBlocksMin || last === undefined) return undefined;
  const isFollowed = random.next() < followedShare;
  const insertions = new Map<DomElement, readonly DomElement[]>();
  if (isFollowed) {
    const after = random.pick(insertionPoints(article.page, last));
    if (after !== undefined) insertions.set(after, wrapUnits(foreign, random));
  }
  if (!isFollowed || random.next() < interruptedShare) {
    const count = 1 + random.below(interruptionsMax);
    for (let each = 0; each < count; each++) {
      const anchor = content[random.below(content.length - 1)] ?? 0;
      const [after] = insertionPoints(article.page, anchor);
      if (after !== undefined && !insertions.has(after))
        insertions.set(after, [buildInterruption(texts, random)]);
    }
  }
  if (insertions.size === 0) return undefined;
  const dropped = new Set([
    ...(random.next() < bareShare ? surroundings(article, random) : []),
    ...paragraphsOf(article, all.slice(length)),
  ]);
  for (const kept of insertions.keys()) dropped.delete(kept);
  const tree = copyTree(article.page.tree, insertions, dropped, random.next() < plainShare);
  return labelAgain(article, tree);
}

function contentBlocks(labels: Float32Array): number[] {
  return [...labels.keys()].filter((block) => (labels[block] ?? 0) >= 0.5);
}

/** Elements after which foreign text can follow: the container of a block and its ancestors, the innermost first. */
function insertionPoints({ blocks }: AnalyzedPage, anchor: number): DomElement[] {
  const points: DomElement[] = [];
  let element = blocks.blocks[anchor]?.container ?? 0;
  while (element > 0) {
    const node = blocks.elements[element];
    const parent = blocks.elements[blocks.parents[element] ?? 0];
    // Browsers would move foreign elements out of tables and lists.
    const isInTable = /^(?:t[drh]|tbody|thead|table|li|ul|ol|dl|d[td])$/.test(parent?.name ?? '');
    if (node && !isInTable) points.push(node);
    element = blocks.parents[element] ?? 0;
  }
  return points;
}

/** Returns the elements that contain one of these blocks and nothing else. */
function paragraphsOf({ page: { blocks } }: LabeledPage, content: readonly number[]): DomElement[] {
  return content.flatMap((block) => {
    const container = blocks.blocks[block]?.container ?? 0;
    const isAlone = blocks.firstBlock[container] === block && blocks.endBlock[container] === block + 1;
    const element = blocks.elements[container];
    return isAlone && element ? [element] : [];
  });
}

/** Chooses elements without content next to those with content: a random share of them. */
function surroundings({ page: { blocks }, labels }: LabeledPage, random: SeededRandom): DomElement[] {
  const chosen: DomElement[] = [];
  const share = random.next();
  const hasContent = (element: number) =>
    labels.subarray(blocks.firstBlock[element], blocks.endBlock[element]).some((label) => label > 0);
  for (const [index, element] of blocks.elements.entries()) {
    const parent = blocks.parents[index] ?? -1;
    const isEmpty = blocks.firstBlock[index] === blocks.endBlock[index];
    if (parent < 0 || isEmpty || hasContent(index) || !hasContent(parent)) continue;
    if (random.next() < share) chosen.push(element);
  }
  return chosen;
}

/** Copies a tree with elements added and dropped, and indexes it again; texts are shared with the original. */
function copyTree(
  root: DomElement,
  insertions: ReadonlyMap<DomElement, readonly DomElement[]>,
  dropped: ReadonlySet<DomElement>,
  isPlain: boolean,
): DomElement {
  let index = 0;
  const copy = (element: DomElement): DomElement => {
    const own = index++;
    const children: DomNode[] = [];
    for (const child of element.children) {
      if (child.kind === 'text') {
        children.push(child);
        continue;
      }
      if (!dropped.has(child)) children.push(copy(child));
      for (const added of insertions.get(child) ?? []) children.push(copy(added));
    }
    const { class: _class, id: _id, ...plain } = element.attributes;
    return { ...element, index: own, children, attributes: isPlain ? plain : element.attributes };
  };
  return copy(root);
}

/** Finds the label of each block of a composed tree by its texts; those of foreign elements have none. */
function labelAgain({ page, labels }: LabeledPage, tree: DomElement): ComposedPage | undefined {
  const blockOf = new Map<DomText, number>();
  for (const [block, { texts }] of page.blocks.blocks.entries()) {
    for (const text of texts) blockOf.set(text, block);
  }
  const composed = segmentBlocks(tree).blocks;
  const composedLabels = new Float32Array(composed.length);
  const isForeign = new Float32Array(composed.length);
  for (const [index, { texts }] of composed.entries()) {
    const origins = new Set(
      texts.filter(({ value }) => value.trim() !== '').map((text) => blockOf.get(text)),
    );
    // Text of the article that is joined with foreign text or with that of another block.
    if (origins.size > 1) return undefined;
    const [origin] = origins;
    if (origin === undefined) isForeign[index] = 1;
    else composedLabels[index] = labels[origin] ?? 0;
  }
  return { tree, labels: composedLabels, isForeign };
}
