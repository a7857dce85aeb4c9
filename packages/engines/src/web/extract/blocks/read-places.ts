import { aroundCount, type ElementFacts, far, surroundings } from './read-elements.ts';
import type { TextFacts } from './read-text.ts';
import type { BlockPage, TextBlock } from './segment-blocks.ts';

const headingTag = /^h[1-6]$/;

/** Of the heading in which an element lies, 1 to 6; 0 for none. */
export function headingLevel(page: BlockPage, container: number): number {
  let number = container;
  for (let level = 0; level < 4 && number >= 0; level++) {
    const name = page.elements[number]?.tagName ?? '';
    if (headingTag.test(name)) return Number(name[1]);
    number = page.parents[number] ?? -1;
  }
  return 0;
}

/** What a walk over the blocks in order tells of each. */
export interface Places {
  readonly charsBefore: Float64Array;
  /** First block of the first `h1`; -1 for none. */
  readonly title: number;
  readonly sinceProse: Int32Array;
  readonly untilProse: Int32Array;
  /** The nearest heading at or before each block; -1 for none. */
  readonly heading: Int32Array;
  readonly headingsBefore: Int32Array;
  readonly copies: ReadonlyMap<number, number>;
  readonly copyIndex: Int32Array;
  readonly paths: ReadonlyMap<number, { blocks: number; chars: number; words: number }>;
  readonly pathIndex: Int32Array;
}

const proseWordsMin = 20;

export function readPlaces(page: BlockPage, texts: readonly TextFacts[], facts: ElementFacts): Places {
  const count = page.blocks.length;
  const places = {
    charsBefore: new Float64Array(count),
    title: -1,
    sinceProse: new Int32Array(count),
    untilProse: new Int32Array(count),
    heading: new Int32Array(count),
    headingsBefore: new Int32Array(count),
    copies: new Map<number, number>(),
    copyIndex: new Int32Array(count),
    paths: new Map<number, { blocks: number; chars: number; words: number }>(),
    pathIndex: new Int32Array(count),
  };
  const inHeading = surroundings.indexOf('heading');
  let chars = 0;
  let prose = -100;
  let heading = -1;
  let headings = 0;
  for (const [index, block] of page.blocks.entries()) {
    const text = texts[index];
    if (!text) continue;
    places.charsBefore[index] = chars;
    chars += block.chars;
    places.sinceProse[index] = Math.min(100, index - prose);
    if (isProse(block, text)) prose = index;
    if ((facts.around[block.container * aroundCount + inHeading] ?? far) <= 3) {
      heading = index;
      headings++;
      if (places.title < 0 && headingLevel(page, block.container) === 1) places.title = index;
    }
    places.heading[index] = heading;
    places.headingsBefore[index] = headings;
    const copies = places.copies.get(text.hash) ?? 0;
    places.copyIndex[index] = copies;
    places.copies.set(text.hash, copies + 1);
    const path = facts.path[block.container] ?? 0;
    const known = places.paths.get(path) ?? { blocks: 0, chars: 0, words: 0 };
    places.pathIndex[index] = known.blocks;
    known.blocks++;
    known.chars += block.chars;
    known.words += text.words;
    places.paths.set(path, known);
  }
  prose = count + 100;
  for (let index = count - 1; index >= 0; index--) {
    const block = page.blocks[index];
    const text = texts[index];
    places.untilProse[index] = Math.min(100, prose - index);
    if (block && text && isProse(block, text)) prose = index;
  }
  return places;
}

export function isProse(block: TextBlock, text: TextFacts): boolean {
  return text.words >= proseWordsMin && block.linkChars < block.chars * 0.3;
}
