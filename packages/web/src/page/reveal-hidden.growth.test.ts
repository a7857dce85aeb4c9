import type { DomElement } from '@quern/content/dom/dom';
import { parsePage } from '@quern/content/html/parse-page';
import { growthRatio, growthScale } from '@quern/testing/growth/growth-ratio';
import { expect, it } from 'vitest';
import { revealHidden } from './reveal-hidden.ts';
import { buildTree } from './tree/build-tree.ts';

it.each(['<div hidden><p>Text of a page', '<p hidden>a</p>', '<a href="/">b</a>', '<div>'])(
  'revealHidden does work linear in the length of repeated %s',
  async (piece) => {
    const treeOf = async (length: number): Promise<DomElement> => {
      const { body } = await parsePage(piece.repeat(length / piece.length));
      return buildTree(body, { baseUrl: 'https://example.org/' });
    };
    const [small, large] = [await treeOf(20_000 * growthScale), await treeOf(80_000 * growthScale)];
    expect(await growthRatio(revealHidden, small, large)).toBeLessThan(9);
  },
);
