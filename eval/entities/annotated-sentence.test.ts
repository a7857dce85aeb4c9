import { describe, expect, it } from 'vitest';
import { decodeBio, toAnnotatedText } from './annotated-sentence.ts';

describe('toAnnotatedText', () => {
  it('joins tokens with spaces and returns the spans in that text', () => {
    const { text, gold } = toAnnotatedText({
      tokens: ['Ada', 'Lovelace', 'met', 'Acme', 'in', 'London', 'Paris'],
      tags: ['B-PERSON', 'I-PERSON', 'O', 'B-ORGANIZATION', 'O', 'B-LOCATION', 'B-LOCATION'],
    });
    expect(text).toBe('Ada Lovelace met Acme in London Paris');
    expect(gold.map(({ startIndex, endIndex, type }) => [text.slice(startIndex, endIndex), type])).toEqual([
      ['Ada Lovelace', 'PERSON'],
      ['Acme', 'ORGANIZATION'],
      ['London', 'LOCATION'],
      ['Paris', 'LOCATION'],
    ]);
  });

  it('joins tokens without a space where the set says that none follows', () => {
    const { text, gold } = toAnnotatedText({
      tokens: ['토미', '리', '는', '왔다', '.'],
      tags: ['B-PERSON', 'I-PERSON', 'O', 'O', 'O'],
      space_after: [1, 0, 1, 0, 0],
    });
    expect(text).toBe('토미 리는 왔다.');
    expect(gold.map(({ startIndex, endIndex }) => text.slice(startIndex, endIndex))).toEqual(['토미 리']);
  });
});

describe('decodeBio', () => {
  it('ignores a continuation without a beginning', () => {
    expect(decodeBio(['I-PERSON', 'O', 'B-PERSON', 'I-PERSON', 'I-PERSON'])).toEqual([
      { first: 2, last: 4, type: 'PERSON' },
    ]);
  });
});
