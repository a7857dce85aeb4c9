import { describe, expect, it } from 'vitest';
import { composeLine } from '../lines/line.ts';
import type { Word } from '../words/word.ts';
import { writeListing } from './write-listing.ts';

const [size, width] = [10, 6];

/** Sets lines in a font of one width; boxes of recognized words reach beyond their letters. */
function setLines(text: string, isRecognized: boolean) {
  const reach = isRecognized ? 2.5 : 0;
  const column = { left: 72, top: 0, right: 500, bottom: 700, leading: 12 };
  return text.split('\n').map((line, row) => {
    const words = [...line.matchAll(/\S+/g)].map((match): Word => {
      const left = column.left + match.index * width;
      const baseline = 20 + row * 12;
      return {
        ...{ text: match[0], left: left - reach, right: left + match[0].length * width + reach },
        ...{
          top: baseline - 7,
          bottom: baseline + 2,
          baseline,
          size,
          isAttached: false,
          markedContentId: -1,
        },
        look: { fontName: '', isBold: false, isItalic: false, isMonospaced: true, isRecognized },
      };
    });
    return composeLine(words, column, 1);
  });
}

describe('writeListing', () => {
  const listing =
    'name: stoneware-slow\nsteps:\n  - ramp: 80      # degrees per hour\n    to: 600\n    hold: 20';

  it.each([false, true])('keeps the indentation and wide gaps of lines; recognized: %s', (isRecognized) => {
    expect(writeListing(setLines(listing, isRecognized))).toBe(listing);
  });
});
