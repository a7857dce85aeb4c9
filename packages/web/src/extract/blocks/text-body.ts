import type { SegmentedPage } from '../segments/segment-blocks.ts';
import type { TextFeatures } from '../segments/text-features.ts';
import { isProse } from './block-positions.ts';

/** The element whose paragraphs have the most prose. */
export interface TextBody {
  /** Index of the element; -1 on a page without prose. */
  readonly element: number;
  /** First and last block of prose directly below the element. */
  readonly firstBlock: number;
  readonly lastBlock: number;
  /** Characters of this prose, and its share of all prose of the page. */
  readonly chars: number;
  readonly share: number;
}

const emptyBody: TextBody = { element: -1, firstBlock: -1, lastBlock: -1, chars: 0, share: 0 };

/** Finds the parent of the paragraphs with the most characters of prose. */
export function findTextBody(page: SegmentedPage, textFeatures: readonly TextFeatures[]): TextBody {
  const bodies = new Map<number, { first: number; last: number; chars: number }>();
  let best = -1;
  let bestChars = 0;
  let allChars = 0;
  for (const [index, block] of page.blocks.entries()) {
    const text = textFeatures[index];
    if (!text || !isProse(block, text)) continue;
    const parent = page.parents[block.container] ?? 0;
    const body = bodies.get(parent) ?? { first: index, last: index, chars: 0 };
    body.last = index;
    body.chars += block.chars;
    bodies.set(parent, body);
    allChars += block.chars;
    if (body.chars <= bestChars) continue;
    bestChars = body.chars;
    best = parent;
  }
  const body = bodies.get(best);
  if (!body) return emptyBody;
  return {
    element: best,
    firstBlock: body.first,
    lastBlock: body.last,
    chars: body.chars,
    share: body.chars / allChars,
  };
}
