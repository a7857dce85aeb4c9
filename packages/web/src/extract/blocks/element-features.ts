import type { Element } from 'hast';
import { elementIndexProperty, getProperty, isMarkedHidden } from '../../page/tree/hast.ts';
import { ClassNameMatcher, classNameGroups, hasClassNameGroup } from './class-name-hints.ts';
import { fnv1aStep } from './fnv1a.ts';
import type { SegmentedPage } from './segment-blocks.ts';
import type { TextFeatures } from './text-features.ts';

/** Kinds of ancestors that are evidence for or against their descendants at any distance. */
export const ancestorKinds = [
  'nav',
  'header',
  'footer',
  'aside',
  'main',
  'article',
  'section',
  'form',
  'table',
  'list',
  'dl',
  'blockquote',
  'figure',
  'figcaption',
  'pre',
  'details',
  'heading',
  'link',
  'button',
  'label',
  'dialog',
  'noscript',
  'hidden',
  'articleBody',
  'complementary',
  'item',
] as const;

type AncestorKind = (typeof ancestorKinds)[number];

const kindOfTag = new Map<string, AncestorKind>(
  Object.entries({
    nav: 'nav',
    header: 'header',
    footer: 'footer',
    aside: 'aside',
    main: 'main',
    article: 'article',
    section: 'section',
    form: 'form',
    table: 'table',
    ul: 'list',
    ol: 'list',
    dl: 'dl',
    blockquote: 'blockquote',
    figure: 'figure',
    figcaption: 'figcaption',
    pre: 'pre',
    details: 'details',
    h1: 'heading',
    h2: 'heading',
    h3: 'heading',
    h4: 'heading',
    h5: 'heading',
    h6: 'heading',
    a: 'link',
    button: 'button',
    label: 'label',
    dialog: 'dialog',
    noscript: 'noscript',
  } as const),
);
/** Values of the ARIA `role` attribute (https://www.w3.org/TR/wai-aria/#role_definitions). */
const kindOfRole = new Map<string, AncestorKind>(
  Object.entries({
    navigation: 'nav',
    menu: 'nav',
    menubar: 'nav',
    banner: 'header',
    contentinfo: 'footer',
    complementary: 'complementary',
    search: 'form',
    main: 'main',
    article: 'article',
    dialog: 'dialog',
    alertdialog: 'dialog',
    button: 'button',
    tab: 'button',
    list: 'list',
    heading: 'heading',
  } as const),
);

/** Tags ordered so that neighbors have similar uses: a tree can then split at any point of the list. */
const tagOrder =
  'p h1 h2 h3 h4 h5 h6 pre blockquote figcaption dd dt td th li article main section div body details summary ul ol tr table span a label button form header footer aside nav'.split(
    ' ',
  );
const tagRanks = new Map(tagOrder.map((tag, index) => [tag, index + 1]));

/** Measurements of every element of a page; arrays are indexed by element. */
export interface ElementFeatures {
  readonly tagRank: Uint8Array;
  /** Sums over the blocks inside the element. */
  readonly chars: Float64Array;
  readonly linkChars: Float64Array;
  readonly words: Float64Array;
  readonly sentenceMarks: Float64Array;
  /** Position among the child elements of the parent. */
  readonly siblingIndex: Int32Array;
  /** Number of siblings with the same tag and class, including the element. */
  readonly similarSiblings: Int32Array;
  /** Hash of the tags and classes from the root to the element. */
  readonly pathHash: Int32Array;
  /**
   * Steps up to the nearest ancestor-or-self of each kind and with each group of class names, `noAncestor` if
   * there is none: one row of `ancestorColumns` values per element.
   */
  readonly ancestorDistance: Uint8Array;
  /** Images inside the element. */
  readonly imageCount: Int32Array;
}

/** Distance that stands for "no such ancestor", and the largest distance that is counted. */
export const noAncestor = 31;
/** Columns of `ancestorDistance`: `ancestorKinds`, then `classNameGroups`. */
export const ancestorColumns = ancestorKinds.length + classNameGroups.length;

/** Start value of the path hash above the root; part of the trained model, like all features. */
const rootPath = 17;

/** Measures all elements of a page. */
export function computeElementFeatures(
  page: SegmentedPage,
  textFeatures: readonly TextFeatures[],
): ElementFeatures {
  const count = page.elements.length;
  const features: ElementFeatures = {
    tagRank: new Uint8Array(count),
    chars: new Float64Array(count),
    linkChars: new Float64Array(count),
    words: new Float64Array(count),
    sentenceMarks: new Float64Array(count),
    siblingIndex: new Int32Array(count),
    similarSiblings: new Int32Array(count),
    pathHash: new Int32Array(count),
    ancestorDistance: new Uint8Array(count * ancestorColumns).fill(noAncestor),
    imageCount: new Int32Array(count),
  };
  addText(page, textFeatures, features);
  const signatures = describeElements(page, features);
  countSiblings(page, features, signatures);
  return features;
}

/** Sums the blocks up the tree. Children have higher indices than their parents. */
function addText(
  page: SegmentedPage,
  textFeatures: readonly TextFeatures[],
  features: ElementFeatures,
): void {
  const { chars, linkChars, words, sentenceMarks, imageCount } = features;
  for (const [index, block] of page.blocks.entries()) {
    const text = textFeatures[index];
    if (!text) continue;
    add(chars, block.container, block.chars);
    add(linkChars, block.container, block.linkChars);
    add(words, block.container, text.words);
    add(sentenceMarks, block.container, text.commas + text.periods + text.questions);
  }
  for (let index = page.elements.length - 1; index > 0; index--) {
    const parent = page.parents[index] ?? 0;
    if (page.elements[index]?.tagName === 'img') add(imageCount, index, 1);
    add(chars, parent, chars[index] ?? 0);
    add(linkChars, parent, linkChars[index] ?? 0);
    add(words, parent, words[index] ?? 0);
    add(sentenceMarks, parent, sentenceMarks[index] ?? 0);
    add(imageCount, parent, imageCount[index] ?? 0);
  }
}

function add(sums: Float64Array | Int32Array, index: number, value: number): void {
  sums[index] = (sums[index] ?? 0) + value;
}

/** Fills in tag ranks, path hashes and ancestor distances; returns a number for each element's tag and class. */
function describeElements(page: SegmentedPage, features: ElementFeatures): Int32Array {
  const matcher = new ClassNameMatcher();
  const signatureNumbers = new Map<string, number>();
  const signatures = new Int32Array(page.elements.length);
  for (let index = 0; index < page.elements.length; index++) {
    const element = page.elements[index];
    if (!element) continue;
    const parent = page.parents[index] ?? -1;
    features.tagRank[index] = tagRanks.get(element.tagName) ?? 0;
    const key = `${element.tagName} ${getProperty(element, 'className')}`;
    let signature = signatureNumbers.get(key);
    if (signature === undefined) {
      signature = signatureNumbers.size + 1;
      signatureNumbers.set(key, signature);
    }
    signatures[index] = signature;
    const parentPath = parent < 0 ? rootPath : (features.pathHash[parent] ?? 0);
    features.pathHash[index] = fnv1aStep(parentPath, signature);
    writeAncestorDistances(features.ancestorDistance, element, index, parent, matcher);
  }
  return signatures;
}

function writeAncestorDistances(
  distances: Uint8Array,
  element: Element,
  index: number,
  parent: number,
  matcher: ClassNameMatcher,
): void {
  const row = index * ancestorColumns;
  if (parent >= 0) {
    const parentRow = parent * ancestorColumns;
    for (let column = 0; column < ancestorColumns; column++) {
      const distance = distances[parentRow + column] ?? noAncestor;
      distances[row + column] = distance >= noAncestor ? noAncestor : distance + 1;
    }
  }
  for (const kind of kindsOf(element)) distances[row + ancestorKinds.indexOf(kind)] = 0;
  const itemProp = getProperty(element, 'itemProp');
  const groups = matcher.match(
    `${getProperty(element, 'className')} ${getProperty(element, 'id')} ${itemProp} ${getProperty(element, 'dataTestid')}`,
  );
  // The class names of the body describe the page, not a part of it.
  if ((groups.low === 0 && groups.high === 0) || element.tagName === 'body') return;
  for (let group = 0; group < classNameGroups.length; group++) {
    if (hasClassNameGroup(groups, group)) distances[row + ancestorKinds.length + group] = 0;
  }
}

function kindsOf(element: Element): AncestorKind[] {
  const kinds: AncestorKind[] = [];
  const ofTag = kindOfTag.get(element.tagName);
  if (ofTag) kinds.push(ofTag);
  const ofRole = kindOfRole.get(getProperty(element, 'role'));
  if (ofRole) kinds.push(ofRole);
  if (isMarkedHidden(element)) kinds.push('hidden');
  const itemProp = getProperty(element, 'itemProp');
  if (itemProp === 'articleBody' || itemProp === 'text') kinds.push('articleBody');
  if (getProperty(element, 'itemType') !== '') kinds.push('item');
  return kinds;
}

function countSiblings(page: SegmentedPage, features: ElementFeatures, signatures: Int32Array): void {
  for (const element of page.elements) {
    const children: number[] = [];
    for (const child of element?.children ?? []) {
      if (child.type !== 'element') continue;
      const index = child.properties[elementIndexProperty];
      if (typeof index === 'number') children.push(index);
    }
    const counts = new Map<number, number>();
    for (const [position, child] of children.entries()) {
      features.siblingIndex[child] = position;
      const signature = signatures[child] ?? 0;
      counts.set(signature, (counts.get(signature) ?? 0) + 1);
    }
    for (const child of children) features.similarSiblings[child] = counts.get(signatures[child] ?? 0) ?? 1;
  }
}
