import { describe, expect, it } from 'vitest';
import { analyzePage } from './analyze-page.ts';
import type { BlockClassification } from './blocks/classify-blocks.ts';
import { completeItems } from './complete-items.ts';

const posts = ['first', 'second', 'third', 'fourth']
  .map(
    (word) => `<div class="post"><p>The ${word} post of this thread explains how to true a wheel.</p></div>`,
  )
  .join('');

/** Returns which of four posts are kept with these probabilities and a threshold of 0.6. */
async function keptPosts(pageType: BlockClassification['pageType'], probabilities: readonly number[]) {
  const { blocks, features } = await analyzePage({
    html: `<body>${posts}</body>`,
    url: 'https://example.org/',
  });
  return [
    ...completeItems(blocks, features, {
      pageType,
      pageTypeProbabilities: [],
      probabilities: Float32Array.from(probabilities),
      keptMask: Uint8Array.from(probabilities, (probability) => Number(probability >= 0.6)),
      threshold: 0.6,
      explain: () => [],
    }),
  ];
}

describe('completeItems', () => {
  it('keeps the remaining posts of a thread of which most are kept', async () => {
    expect(await keptPosts('forum', [0.9, 0.8, 0.4, 0.7])).toEqual([1, 1, 1, 1]);
  });

  it('does not add posts that are improbable, or items of which most are dropped', async () => {
    expect(await keptPosts('forum', [0.9, 0.8, 0.05, 0.7])).toEqual([1, 1, 0, 1]);
    expect(await keptPosts('listing', [0.9, 0.4, 0.4, 0.4])).toEqual([1, 0, 0, 0]);
  });

  it('does not add comments to an article', async () => {
    expect(await keptPosts('article', [0.9, 0.8, 0.4, 0.7])).toEqual([1, 1, 0, 1]);
  });
});
