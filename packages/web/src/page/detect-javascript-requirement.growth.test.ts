import { growthRatio, growthScale } from '@quern/testing/growth/growth-ratio';
import { describe, expect, it } from 'vitest';
import { detectJavascriptRequirement } from './detect-javascript-requirement.ts';

const pageOf = (piece: string, length: number): string =>
  `<script src="/main.js"></script>${piece.repeat(length / piece.length)}`;
const detect = (html: string) => detectJavascriptRequirement(html);

describe('detectJavascriptRequirement', () => {
  it.each([
    '<',
    '<div>',
    '</b>',
    '<a ',
    '<script>',
    '<noscript>',
    '<!--',
    'enable ',
    '<x-y>',
    '<script src=a>',
  ])('does work linear in the length of repeated "%s"', async (piece) => {
    const [small, large] = [pageOf(piece, 100_000 * growthScale), pageOf(piece, 400_000 * growthScale)];
    expect(await growthRatio(detect, small, large)).toBeLessThan(9);
  });

  it.each(['<', '<div>', '<!--', '<x-y>'])(
    'does no more work for 20 MB than for 4 MB of repeated "%s"',
    async (piece) => {
      // Five times the length: about 1 since reading is limited, 5 if it were linear.
      expect(await growthRatio(detect, pageOf(piece, 4_000_000), pageOf(piece, 20_000_000))).toBeLessThan(4);
    },
  );
});
