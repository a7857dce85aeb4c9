import { describe, expect, it } from 'vitest';
import { describeReason, describeReasons, type ExplainedBlock, findBlocks } from './describe-reason.ts';

const menu: ExplainedBlock = {
  text: 'Home Shop Team',
  path: 'body > nav.menu',
  kept: false,
  probability: 0.01,
  reasons: [
    { cause: 'links', share: 0.9, effect: -1.2 },
    { cause: 'area', detail: 'nav', effect: -1 },
    { cause: 'text', count: 3, effect: 0.2 },
  ],
};
const prose: ExplainedBlock = {
  text: 'The mill was built in 1794.',
  path: 'body > main > p',
  kept: true,
  probability: 0.95,
  reasons: [{ cause: 'main_text', detail: 'inside', effect: 1.4 }],
};

describe('describeReasons', () => {
  it('separates the reasons of a decision from the evidence against it', () => {
    expect(describeReasons(menu)).toEqual({
      decisive: ['90% of its text are links', 'navigation'],
      contrary: ['length and style: 3 words'],
    });
    expect(describeReasons({ ...menu, kept: true }).contrary).toHaveLength(2);
  });
});

describe('describeReason', () => {
  it.each<[ExplainedBlock['reasons'][number], string]>([
    [{ cause: 'links', share: 0, effect: 0.4 }, 'no links'],
    [{ cause: 'repetition', effect: -0.4 }, 'how often similar elements occur'],
    [{ cause: 'repetition', count: 7, effect: -0.4 }, 'one of 7 elements alike'],
    [{ cause: 'wording', detail: 'cookie', effect: -0.4 }, 'words for cookies'],
    [{ cause: 'headings', detail: 'related', effect: -0.4 }, 'under a heading for related pages'],
    [{ cause: 'headings', effect: -0.4 }, 'the headings above it'],
    [{ cause: 'class_name', detail: 'sidebar', effect: -0.4 }, 'class name for “sidebar”'],
    [{ cause: 'area', detail: 'toString', effect: -0.4 }, 'toString'],
    [{ cause: 'main_text', detail: 'outside', effect: -0.4 }, 'outside the longest text of the page'],
    [{ cause: 'repeated_text' }, 'repeats an earlier text'],
  ])('puts %j into words', (reason, words) => {
    expect(describeReason(reason)).toBe(words);
  });
});

describe('findBlocks', () => {
  const blocks = [menu, prose];
  it('finds kept and removed blocks', () => {
    expect(findBlocks(blocks, 'all', '')).toEqual(blocks);
    expect(findBlocks(blocks, 'kept', '')).toEqual([prose]);
    expect(findBlocks(blocks, 'removed', '')).toEqual([menu]);
  });
  it('searches texts, paths and reasons for all words', () => {
    expect(findBlocks(blocks, 'all', 'MILL 1794')).toEqual([prose]);
    expect(findBlocks(blocks, 'all', 'nav.menu')).toEqual([menu]);
    expect(findBlocks(blocks, 'all', 'navigation links')).toEqual([menu]);
    expect(findBlocks(blocks, 'kept', 'navigation')).toEqual([]);
  });
});
