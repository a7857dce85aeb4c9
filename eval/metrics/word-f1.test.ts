import { describe, expect, it } from 'vitest';
import { multisetOverlap, splitMarkdownWords, splitWords, wordF1 } from './word-f1.ts';

describe('wordF1', () => {
  it('compares words as multisets', () => {
    // "a" twice of three times, "b" once: 3 common words of 4 and 5.
    expect(wordF1(['a', 'a', 'b', 'x'], ['a', 'b', 'a', 'a', 'y'])).toBeCloseTo((2 * 3) / 9, 10);
  });

  it('is 1 for two empty texts and 0 when one is empty', () => {
    expect(wordF1([], [])).toBe(1);
    expect(wordF1(['a'], [])).toBe(0);
    expect(wordF1([], ['a'])).toBe(0);
  });
});

describe('multisetOverlap', () => {
  it('counts each item as often as both lists have it', () => {
    expect(multisetOverlap(['a', 'a', 'a', 'b'], ['a', 'a', 'c'])).toBe(2);
  });
});

describe('splitWords', () => {
  it('returns runs of letters and digits in lower case', () => {
    expect(splitWords('The Straße, No. 12b!')).toEqual(['the', 'straße', 'no', '12b']);
  });
});

describe('splitMarkdownWords', () => {
  it('drops link targets, images, escapes and emphasis inside words', () => {
    const markdown =
      '# A [link](https://a.example/x_(y) "t")\n![alt text](b.png) un*believ*able 1\\. <https://c.example>';
    expect(splitMarkdownWords(markdown)).toEqual('a link unbelievable 1 https c example'.split(' '));
  });
});
