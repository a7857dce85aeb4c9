import { numberProperty, property } from '../page-tree.ts';
import { hasGroup, NameMatcher, nameGroups } from './match-names.ts';
import type { TextFacts } from './read-text.ts';
import { type BlockPage, isHiddenElement } from './segment-blocks.ts';

/** Kinds of elements that say something about what lies below them, whatever lies between. */
export const surroundings = [
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

const surroundingOfTag: Readonly<Record<string, (typeof surroundings)[number]>> = {
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
const surroundingOfRole: Readonly<Record<string, (typeof surroundings)[number]>> = {
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
export interface ElementFacts {
  readonly tagRank: Uint8Array;
  readonly chars: Float64Array;
  readonly linkChars: Float64Array;
  readonly words: Float64Array;
  readonly sentenceSigns: Float64Array;
  /** Place among the parent's elements, and how many those are. */
  readonly siblingIndex: Int32Array;
  readonly siblings: Int32Array;
  /** Siblings of the same tag and class. */
  readonly alike: Int32Array;
  /** Of tag and class, and of those of the ancestors. */
  readonly signature: Int32Array;
  readonly path: Int32Array;
  readonly nameLow: Int32Array;
  readonly nameHigh: Int32Array;
  /** Distance to the nearest ancestor-or-self of each kind, `far` when there is none; a row for each element. */
  readonly around: Uint8Array;
  readonly images: Int32Array;
}

export const far = 31;
export const aroundCount = surroundings.length + nameGroups.length;

export function readElements(page: BlockPage, texts: readonly TextFacts[]): ElementFacts {
  const count = page.elements.length;
  const facts: ElementFacts = {
    tagRank: new Uint8Array(count),
    chars: new Float64Array(count),
    linkChars: new Float64Array(count),
    words: new Float64Array(count),
    sentenceSigns: new Float64Array(count),
    siblingIndex: new Int32Array(count),
    siblings: new Int32Array(count),
    alike: new Int32Array(count),
    signature: new Int32Array(count),
    path: new Int32Array(count),
    nameLow: new Int32Array(count),
    nameHigh: new Int32Array(count),
    around: new Uint8Array(count * aroundCount).fill(far),
    images: new Int32Array(count),
  };
  addText(page, texts, facts);
  describeElements(page, facts);
  countSiblings(page, facts);
  return facts;
}

/** Sums of blocks up the tree; children have higher numbers than their parents. */
function addText(page: BlockPage, texts: readonly TextFacts[], facts: ElementFacts): void {
  for (const [index, block] of page.blocks.entries()) {
    const text = texts[index];
    if (!text) continue;
    add(facts.chars, block.container, block.chars);
    add(facts.linkChars, block.container, block.linkChars);
    add(facts.words, block.container, text.words);
    add(facts.sentenceSigns, block.container, text.commas + text.periods + text.questions);
  }
  for (let number = page.elements.length - 1; number > 0; number--) {
    const parent = page.parents[number] ?? 0;
    if (page.elements[number]?.tagName === 'img') add(facts.images, number, 1);
    add(facts.chars, parent, facts.chars[number] ?? 0);
    add(facts.linkChars, parent, facts.linkChars[number] ?? 0);
    add(facts.words, parent, facts.words[number] ?? 0);
    add(facts.sentenceSigns, parent, facts.sentenceSigns[number] ?? 0);
    add(facts.images, parent, facts.images[number] ?? 0);
  }
}

function add(sums: Float64Array | Int32Array, index: number, value: number): void {
  sums[index] = (sums[index] ?? 0) + value;
}

function describeElements(page: BlockPage, facts: ElementFacts): void {
  const matcher = new NameMatcher();
  const signatures = new Map<string, number>();
  for (let number = 0; number < page.elements.length; number++) {
    const element = page.elements[number];
    if (!element) continue;
    const parent = page.parents[number] ?? -1;
    const className = property(element, 'className');
    const role = property(element, 'role');
    const itemProp = property(element, 'itemProp');
    const bits = matcher.match(
      `${className} ${property(element, 'id')} ${itemProp} ${property(element, 'dataTestid')}`,
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
    const parentPath = parent < 0 ? 17 : (facts.path[parent] ?? 0);
    facts.path[number] = Math.imul(parentPath ^ signature, 0x01000193);
    const row = number * aroundCount;
    if (parent >= 0) {
      const above = parent * aroundCount;
      for (let kind = 0; kind < aroundCount; kind++) {
        const distance = facts.around[above + kind] ?? far;
        facts.around[row + kind] = distance >= far ? far : distance + 1;
      }
    }
    const mark = (kind: (typeof surroundings)[number]) => {
      facts.around[row + surroundings.indexOf(kind)] = 0;
    };
    const ofTag = surroundingOfTag[element.tagName];
    if (ofTag) mark(ofTag);
    const ofRole = Object.hasOwn(surroundingOfRole, role) ? surroundingOfRole[role] : undefined;
    if (ofRole) mark(ofRole);
    if (isHiddenElement(element)) mark('hidden');
    if (itemProp === 'articleBody' || itemProp === 'text') mark('articleBody');
    if (property(element, 'itemType') !== '') mark('item');
    if (bits.low === 0 && bits.high === 0) continue;
    // The name of the body tells of the page, not of a part.
    if (element.tagName === 'body') continue;
    for (let group = 0; group < nameGroups.length; group++) {
      if (hasGroup(bits, group)) facts.around[row + surroundings.length + group] = 0;
    }
  }
}

function countSiblings(page: BlockPage, facts: ElementFacts): void {
  for (let number = 0; number < page.elements.length; number++) {
    const children: number[] = [];
    for (const child of page.elements[number]?.children ?? []) {
      if (child.type !== 'element') continue;
      const own = child.properties[numberProperty];
      if (typeof own === 'number') children.push(own);
    }
    const counts = new Map<number, number>();
    for (const [index, child] of children.entries()) {
      facts.siblingIndex[child] = index;
      facts.siblings[child] = children.length;
      const signature = facts.signature[child] ?? 0;
      counts.set(signature, (counts.get(signature) ?? 0) + 1);
    }
    for (const child of children) facts.alike[child] = counts.get(facts.signature[child] ?? 0) ?? 1;
  }
}
