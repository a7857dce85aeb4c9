import { growthRatio } from '@quern/testing/growth/growth-ratio';
import { expect, it } from 'vitest';
import { convertDocument } from '../convert-document.ts';

it('convertDocument does work in proportion to the length of an RTF', async () => {
  const rtfOf = (count: number) =>
    Buffer.from(`{\\rtf1\\ansi ${"{\\b x}\\u1234\\'3f\\par ".repeat(count)}}`, 'latin1');
  expect(await growthRatio(convertDocument, rtfOf(5000), rtfOf(20_000))).toBeLessThan(9);
});
