import { describe, expect, it } from 'vitest';
import { joinSheets, toMarkdown, toSheets } from './result-exports.ts';

describe('the sheets of a result', () => {
  it('have the columns that its list has', () => {
    const data = { entities: [{ text: 'Ada', type: 'PERSON', confidence: 0.9, startIndex: 0, endIndex: 3 }] };
    expect(toSheets({ operation: 'extract-entities', data })).toEqual([
      [
        ['text', 'type', 'confidence', 'startIndex', 'endIndex'],
        ['Ada', 'PERSON', 0.9, 0, 3],
      ],
    ]);
  });
  it('of a document are its tables, joined with an empty row between them', () => {
    const data = { tables: [{ rows: [['a']] }, { rows: [['b']] }] };
    const sheets = toSheets({ operation: 'convert', data });
    expect(sheets).toEqual([[['a']], [['b']]]);
    expect(joinSheets(sheets)).toEqual([['a'], [], ['b']]);
  });
  it('do not exist for empty lists and unknown operations', () => {
    expect(toSheets({ operation: 'map', data: { links: [] } })).toEqual([]);
    expect(toSheets({ operation: 'toString', data: { list: [1] } })).toEqual([]);
  });
});

it('the text of a result is its Markdown, summary, translation, or recognized text', () => {
  expect(toMarkdown({ operation: 'ocr', data: { text: { description: 'read' } } })).toBe('read');
  expect(toMarkdown({ operation: 'scrape', data: { markdown: '', links: [] } })).toBe('');
  expect(toMarkdown({ operation: 'map', data: { links: [] } })).toBeUndefined();
});
