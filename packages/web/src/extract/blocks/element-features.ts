import { attributeOf, type DomElement } from '@quern/content/dom/dom';
import { fnv1aStep } from '../segments/fnv1a.ts';
import type { SegmentedPage } from '../segments/segment-blocks.ts';
import type { TextFeatures } from '../segments/text-features.ts';
import { ancestorKinds, kindsOf } from './ancestor-kinds.ts';
import { ClassNameMatcher, classNameGroups } from './class-name-hints.ts';

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
  /** Index of the first sibling with the same tag and, but for digits, the same first class name. */
  readonly siblingGroup: Int32Array;
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
    siblingGroup: new Int32Array(count),
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
    if (page.elements[index]?.name === 'img') add(imageCount, index, 1);
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

/** Numbers for the tag and class names of each element. */
interface ElementSignatures {
  /** Equal for the same tag and class attribute. */
  readonly exact: Int32Array;
  /** Equal for the same tag and, but for digits, the same first class name. */
  readonly kind: Int32Array;
}

/** Fills in tag ranks, path hashes and ancestor distances. */
function describeElements(page: SegmentedPage, features: ElementFeatures): ElementSignatures {
  const matcher = new ClassNameMatcher();
  const numbers = new Map<string, { readonly exact: number; readonly kind: number }>();
  const kindNumbers = new Map<string, number>();
  const exact = new Int32Array(page.elements.length);
  const kind = new Int32Array(page.elements.length);
  for (let index = 0; index < page.elements.length; index++) {
    const element = page.elements[index];
    if (!element) continue;
    const parent = page.parents[index] ?? -1;
    features.tagRank[index] = tagRanks.get(element.name) ?? 0;
    const className = attributeOf(element, 'class');
    const key = `${element.name} ${className}`;
    let signature = numbers.get(key);
    if (signature === undefined) {
      const kindKey = kindOf(element.name, className);
      const kindNumber = kindNumbers.get(kindKey) ?? kindNumbers.size + 1;
      kindNumbers.set(kindKey, kindNumber);
      signature = { exact: numbers.size + 1, kind: kindNumber };
      numbers.set(key, signature);
    }
    exact[index] = signature.exact;
    kind[index] = signature.kind;
    const parentPath = parent < 0 ? rootPath : (features.pathHash[parent] ?? 0);
    features.pathHash[index] = fnv1aStep(parentPath, signature.exact);
    inheritAncestorDistances(features.ancestorDistance, index, parent);
    writeOwnDistances(features.ancestorDistance, element, index, className, matcher);
  }
  return { exact, kind };
}

/** Items of a list often differ in further class names and in numbers: `post-17 post category-art`. */
function kindOf(name: string, className: string): string {
  const end = className.indexOf(' ');
  return `${name} ${(end < 0 ? className : className.slice(0, end)).replace(/\d+/g, '')}`;
}

function inheritAncestorDistances(distances: Uint8Array, index: number, parent: number): void {
  if (parent < 0) return;
  const row = index * ancestorColumns;
  const parentRow = parent * ancestorColumns;
  for (let column = 0; column < ancestorColumns; column++) {
    const distance = distances[parentRow + column] ?? noAncestor;
    distances[row + column] = distance >= noAncestor ? noAncestor : distance + 1;
  }
}

function writeOwnDistances(
  distances: Uint8Array,
  element: DomElement,
  index: number,
  className: string,
  matcher: ClassNameMatcher,
): void {
  const row = index * ancestorColumns;
  for (const kind of kindsOf(element)) distances[row + ancestorKinds.indexOf(kind)] = 0;
  // The class names of the body describe the page, not a part of it.
  if (element.name === 'body') return;
  const id = attributeOf(element, 'id');
  const itemProp = attributeOf(element, 'itemprop');
  const testId = attributeOf(element, 'data-testid');
  // Most elements have only class names, and few of those occur on a page.
  const hasOthers = id !== '' || itemProp !== '' || testId !== '';
  if (!hasOthers && className === '') return;
  for (const group of matcher.match(hasOthers ? `${className} ${id} ${itemProp} ${testId}` : className))
    distances[row + ancestorKinds.length + group] = 0;
}

function countSiblings(page: SegmentedPage, features: ElementFeatures, signatures: ElementSignatures): void {
  for (const element of page.elements) {
    const children: number[] = [];
    for (const child of element?.children ?? []) {
      if (child.kind !== 'element') continue;
      if (child.index !== undefined) children.push(child.index);
    }
    const [only] = children;
    if (only === undefined) continue;
    if (children.length > 1) countSimilar(children, features, signatures);
    else {
      // Most elements have one child.
      features.similarSiblings[only] = 1;
      features.siblingGroup[only] = only;
    }
  }
}

/** @param children indices of the children of one element, in order */
function countSimilar(
  children: readonly number[],
  features: ElementFeatures,
  signatures: ElementSignatures,
): void {
  const counts = new Map<number, number>();
  const firstOfKind = new Map<number, number>();
  for (const [position, child] of children.entries()) {
    features.siblingIndex[child] = position;
    const signature = signatures.exact[child] ?? 0;
    counts.set(signature, (counts.get(signature) ?? 0) + 1);
    const kind = signatures.kind[child] ?? 0;
    const first = firstOfKind.get(kind) ?? child;
    if (first === child) firstOfKind.set(kind, child);
    features.siblingGroup[child] = first;
  }
  for (const child of children)
    features.similarSiblings[child] = counts.get(signatures.exact[child] ?? 0) ?? 1;
}
