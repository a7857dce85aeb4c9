import type { DomElement, DomNode } from '@quern/content/dom/dom';
import type { AnalyzedPage } from '@quern/web/extract/analyze-page';
import { segmentBlocks } from '@quern/web/extract/segments/segment-blocks';
import { SeededRandom } from './seeded-random.ts';

/** A page with its labels: the share of each block's words that are content. */
export interface LabeledPage {
  readonly page: AnalyzedPage;
  readonly labels: Float32Array;
  readonly type: string;
}

/** Repeated units of a page that can follow an article on another one. */
export interface ForeignGroup {
  readonly units: readonly DomElement[];
  /** True for the posts of a discussion, which become comments. */
  readonly isDiscussion: boolean;
}

/** An article followed by foreign text: its tree, and the labels of its blocks, 0 for all foreign ones. */
export interface ComposedPage {
  readonly tree: DomElement;
  readonly labels: Float32Array;
}

/** Headings of such streams on real sites; comments have their own. */
const teaserHeadings =
  'Related articles|More stories|You may also like|Latest news|Read next|Recommended for you|Popular now|Trending|More from this section|Mehr zum Thema|Das könnte Sie auch interessieren|À lire aussi|Articles similaires|Te puede interesar|Noticias relacionadas|Leia também|Potrebbe interessarti'.split(
    '|',
  );
const commentHeadings =
  'Comments|Leave a comment|Join the discussion|Responses|Kommentare|Commentaires|Comentarios|Comentários'.split(
    '|',
  );

const meanCharsMin = 40;
const meanCharsMax = 1500;
const linkingShareMin = 0.6;
const groupSizeMin = 3;
const unitsMax = 14;
/** Blocks of content that an article needs: a shorter one has no clear end. */
const contentBlocksMin = 4;
const midArticleShare = 0.15;
const midArticleUnitsMax = 4;

/**
 * Composes a page as news sites build them: an article with repeated units of another page (teasers, products or
 * comments) after its last block of content, at a random level of nesting, and sometimes between its paragraphs.
 * @param foreign units of a page of another site; not content of the composed page by construction
 * @param seed decides about the place, the number of units and the heading
 * @returns undefined if the article has no clear end
 */
export function composePage(
  article: LabeledPage,
  foreign: ForeignGroup,
  seed: string,
): ComposedPage | undefined {
  const random = new SeededRandom(seed);
  const content = contentBlocks(article.labels);
  if (content.length < contentBlocksMin) return undefined;
  const isMidArticle = random.next() < midArticleShare;
  const anchor = isMidArticle ? content[random.below(content.length - 1)] : content.at(-1);
  if (anchor === undefined) return undefined;
  const insert = wrapUnits(foreign, isMidArticle ? midArticleUnitsMax : unitsMax, random);
  const after = random.pick(insertionPoints(article.page, anchor, isMidArticle));
  return after === undefined ? undefined : insertAfter(article, after, insert);
}

function contentBlocks(labels: Float32Array): number[] {
  return [...labels.keys()].filter((block) => (labels[block] ?? 0) >= 0.5);
}

/**
 * Finds the streams of teasers and the posts of a page. Those of an article do not count if they are content, since
 * they could be its sections.
 */
export function findForeignGroups({ page, labels, type }: LabeledPage): ForeignGroup[] {
  const { blocks, features } = page;
  const { units } = features.structure;
  const members = new Map<number, DomElement[]>();
  const isDiscussion = type === 'forum';
  for (const [index, element] of blocks.elements.entries()) {
    if (units.unitOf[index] !== index) continue;
    const meanChars = units.meanChars[index] ?? 0;
    if (meanChars < meanCharsMin || meanChars > meanCharsMax) continue;
    if (!isDiscussion && (units.linkingShare[index] ?? 0) < linkingShareMin) continue;
    if (type === 'article' && hasContent(labels, blocks.firstBlock[index], blocks.endBlock[index])) continue;
    const first = features.elementFeatures.siblingGroup[index] ?? 0;
    const group = members.get(first) ?? [];
    if (group.length < unitsMax) group.push(element);
    members.set(first, group);
  }
  return [...members.values()]
    .filter((group) => group.length >= groupSizeMin)
    .map((group) => ({ units: group, isDiscussion }));
}

function hasContent(labels: Float32Array, from = 0, to = 0): boolean {
  return labels.subarray(from, to).some((label) => label > 0);
}

function wrapUnits(
  { units, isDiscussion }: ForeignGroup,
  countMax: number,
  random: SeededRandom,
): DomElement[] {
  const count = groupSizeMin + random.below(countMax - groupSizeMin + 1);
  const wrapper: DomElement = {
    kind: 'element',
    name: units[0]?.name === 'li' ? 'ul' : 'div',
    attributes: {},
    children: units.slice(0, count).map((element) => structuredClone(element)),
  };
  if (random.next() < 0.4) return [wrapper];
  const text = random.pick(isDiscussion ? commentHeadings : teaserHeadings) ?? '';
  const name = random.pick(['h2', 'h2', 'h3', 'h4', 'div', 'p']) ?? 'h2';
  const heading: DomElement = {
    kind: 'element',
    name,
    attributes: {},
    children: [{ kind: 'text', value: text }],
  };
  return random.next() < 0.5
    ? [{ kind: 'element', name: 'div', attributes: {}, children: [heading, wrapper] }]
    : [heading, wrapper];
}

/** Elements after which foreign text can follow: the container of the block or, at the end of the article, its ancestors. */
function insertionPoints({ blocks }: AnalyzedPage, anchor: number, isMidArticle: boolean): DomElement[] {
  const points: DomElement[] = [];
  let element = blocks.blocks[anchor]?.container ?? 0;
  while (element > 0) {
    const node = blocks.elements[element];
    const parent = blocks.elements[blocks.parents[element] ?? 0];
    // Browsers would move foreign elements out of tables and lists.
    const isInTable = /^(?:t[drh]|tbody|thead|table|li|ul|ol|dl|d[td])$/.test(parent?.name ?? '');
    if (node && !isInTable) points.push(node);
    element = blocks.parents[element] ?? 0;
    if (isMidArticle && points.length > 0) break;
  }
  return points;
}

/** Copies the tree of the article with foreign elements after one of its elements, and indexes it again. */
function insertAfter(
  { page, labels }: LabeledPage,
  after: DomElement,
  insert: readonly DomElement[],
): ComposedPage | undefined {
  const inserted = new Set<DomElement>(insert);
  let index = 0;
  const indexAgain = (element: DomElement): DomElement => {
    const own = index++;
    const children = element.children.map((child) => (child.kind === 'element' ? indexAgain(child) : child));
    return { ...element, index: own, children };
  };
  const copy = (element: DomElement): DomElement => {
    const children: DomNode[] = [];
    for (const child of element.children) {
      children.push(child.kind === 'element' ? copy(child) : child);
      if (child === after) children.push(...inserted);
    }
    return { ...element, children };
  };
  const tree = indexAgain(copy(page.tree));
  const composed = segmentBlocks(tree);
  const originalTexts = page.blocks.blocks.map(({ text }) => text);
  const added = composed.blocks.length - originalTexts.length;
  const at = composed.blocks.findIndex(({ text }, block) => text !== originalTexts[block]);
  if (added <= 0 || at < 0) return undefined;
  // The blocks of the article are the same before and after the inserted ones.
  const isUnchanged = composed.blocks
    .slice(at + added)
    .every(({ text }, block) => text === originalTexts[at + block]);
  if (!isUnchanged) return undefined;
  const composedLabels = new Float32Array(composed.blocks.length);
  composedLabels.set(labels.subarray(0, at));
  composedLabels.set(labels.subarray(at), at + added);
  return { tree, labels: composedLabels };
}
