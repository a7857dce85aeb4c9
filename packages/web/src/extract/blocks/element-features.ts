import { elementIndexProperty, getProperty } from '../../page/tree/hast.ts';
import { ClassNameMatcher, classNameGroups, hasClassNameGroup } from './class-name-hints.ts';
import { isMarkedHidden, type SegmentedPage } from './segment-blocks.ts';
import type { TextFeatures } from './text-features.ts';

/** Kinds of elements that say something about what lies below them, whatever lies between. */
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

const surroundingOfTag: Readonly<Record<string, (typeof ancestorKinds)[number]>> = {
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
};
const surroundingOfRole: Readonly<Record<string, (typeof ancestorKinds)[number]>> = {
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
};

/** Tags in an order in which neighbours mean alike, for one feature of a tree. */
const tagOrder =
  'p h1 h2 h3 h4 h5 h6 pre blockquote figcaption dd dt td th li article main section div body details summary ul ol tr table span a label button form header footer aside nav'.split(
    ' ',
  );
const tagRanks = new Map(tagOrder.map((tag, index) => [tag, index + 1]));

/** Facts about every element, by number. */
export interface ElementFeatures {
  readonly tagRank: Uint8Array;
  readonly chars: Float64Array;
  readonly linkChars: Float64Array;
  readonly words: Float64Array;
  readonly sentenceMarks: Float64Array;
  /** Place among the parent's elements, and how many those are. */
  readonly siblingIndex: Int32Array;
  readonly siblingCount: Int32Array;
  /** Siblings of the same tag and class. */
  readonly similarSiblings: Int32Array;
  /** Of tag and class, and of those of the ancestors. */
  readonly signature: Int32Array;
  readonly pathHash: Int32Array;
  readonly nameLow: Int32Array;
  readonly nameHigh: Int32Array;
  /** Distance to the nearest ancestor-or-self of each kind, `far` when there is none; a row for each element. */
  readonly ancestorDistance: Uint8Array;
  readonly imageCount: Int32Array;
}

export const noAncestor = 31;
export const ancestorColumns = ancestorKinds.length + classNameGroups.length;

export function computeElementFeatures(page: SegmentedPage, texts: readonly TextFeatures[]): ElementFeatures {
  const count = page.elements.length;
  const facts: ElementFeatures = {
    tagRank: new Uint8Array(count),
    chars: new Float64Array(count),
    linkChars: new Float64Array(count),
    words: new Float64Array(count),
    sentenceMarks: new Float64Array(count),
    siblingIndex: new Int32Array(count),
    siblingCount: new Int32Array(count),
    similarSiblings: new Int32Array(count),
    signature: new Int32Array(count),
    pathHash: new Int32Array(count),
    nameLow: new Int32Array(count),
    nameHigh: new Int32Array(count),
    ancestorDistance: new Uint8Array(count * ancestorColumns).fill(noAncestor),
    imageCount: new Int32Array(count),
  };
  addText(page, texts, facts);
  describeElements(page, facts);
  countSiblings(page, facts);
  return facts;
}

/** Sums of blocks up the tree; children have higher numbers than their parents. */
function addText(page: SegmentedPage, texts: readonly TextFeatures[], facts: ElementFeatures): void {
  for (const [index, block] of page.blocks.entries()) {
    const text = texts[index];
    if (!text) continue;
    add(facts.chars, block.container, block.chars);
    add(facts.linkChars, block.container, block.linkChars);
    add(facts.words, block.container, text.words);
    add(facts.sentenceMarks, block.container, text.commas + text.periods + text.questions);
  }
  for (let number = page.elements.length - 1; number > 0; number--) {
    const parent = page.parents[number] ?? 0;
    if (page.elements[number]?.tagName === 'img') add(facts.imageCount, number, 1);
    add(facts.chars, parent, facts.chars[number] ?? 0);
    add(facts.linkChars, parent, facts.linkChars[number] ?? 0);
    add(facts.words, parent, facts.words[number] ?? 0);
    add(facts.sentenceMarks, parent, facts.sentenceMarks[number] ?? 0);
    add(facts.imageCount, parent, facts.imageCount[number] ?? 0);
  }
}

function add(sums: Float64Array | Int32Array, index: number, value: number): void {
  sums[index] = (sums[index] ?? 0) + value;
}

function describeElements(page: SegmentedPage, facts: ElementFeatures): void {
  const matcher = new ClassNameMatcher();
  const signatures = new Map<string, number>();
  for (let number = 0; number < page.elements.length; number++) {
    const element = page.elements[number];
    if (!element) continue;
    const parent = page.parents[number] ?? -1;
    const className = getProperty(element, 'className');
    const role = getProperty(element, 'role');
    const itemProp = getProperty(element, 'itemProp');
    const bits = matcher.match(
      `${className} ${getProperty(element, 'id')} ${itemProp} ${getProperty(element, 'dataTestid')}`,
    );
    facts.nameLow[number] = bits.low;
    facts.nameHigh[number] = bits.high;
    facts.tagRank[number] = tagRanks.get(element.tagName) ?? 0;
    const key = `${element.tagName} ${className}`;
    let signature = signatures.get(key);
    if (signature === undefined) {
      signature = signatures.size + 1;
      signatures.set(key, signature);
    }
    facts.signature[number] = signature;
    const parentPath = parent < 0 ? 17 : (facts.pathHash[parent] ?? 0);
    facts.pathHash[number] = Math.imul(parentPath ^ signature, 0x01000193);
    const row = number * ancestorColumns;
    if (parent >= 0) {
      const above = parent * ancestorColumns;
      for (let kind = 0; kind < ancestorColumns; kind++) {
        const distance = facts.ancestorDistance[above + kind] ?? noAncestor;
        facts.ancestorDistance[row + kind] = distance >= noAncestor ? noAncestor : distance + 1;
      }
    }
    const mark = (kind: (typeof ancestorKinds)[number]) => {
      facts.ancestorDistance[row + ancestorKinds.indexOf(kind)] = 0;
    };
    const ofTag = surroundingOfTag[element.tagName];
    if (ofTag) mark(ofTag);
    const ofRole = Object.hasOwn(surroundingOfRole, role) ? surroundingOfRole[role] : undefined;
    if (ofRole) mark(ofRole);
    if (isMarkedHidden(element)) mark('hidden');
    if (itemProp === 'articleBody' || itemProp === 'text') mark('articleBody');
    if (getProperty(element, 'itemType') !== '') mark('item');
    if (bits.low === 0 && bits.high === 0) continue;
    // The name of the body tells of the page, not of a part.
    if (element.tagName === 'body') continue;
    for (let group = 0; group < classNameGroups.length; group++) {
      if (hasClassNameGroup(bits, group)) facts.ancestorDistance[row + ancestorKinds.length + group] = 0;
    }
  }
}

function countSiblings(page: SegmentedPage, facts: ElementFeatures): void {
  for (let number = 0; number < page.elements.length; number++) {
    const children: number[] = [];
    for (const child of page.elements[number]?.children ?? []) {
      if (child.type !== 'element') continue;
      const own = child.properties[elementIndexProperty];
      if (typeof own === 'number') children.push(own);
    }
    const counts = new Map<number, number>();
    for (const [index, child] of children.entries()) {
      facts.siblingIndex[child] = index;
      facts.siblingCount[child] = children.length;
      const signature = facts.signature[child] ?? 0;
      counts.set(signature, (counts.get(signature) ?? 0) + 1);
    }
    for (const child of children) facts.similarSiblings[child] = counts.get(facts.signature[child] ?? 0) ?? 1;
  }
}
