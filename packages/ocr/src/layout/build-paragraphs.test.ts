import { describe, expect, it } from 'vitest';
import { buildParagraphs } from './build-paragraphs.ts';
import { type Setting, setText } from './fixtures/set-text.ts';
import { buildRows } from './segments/build-rows.ts';
import type { FlatSegment } from './segments/segment.ts';

const lengthsOf = (segments: readonly FlatSegment[]) =>
  buildParagraphs(buildRows(segments)).map((rows) => rows.length);
const set = (count: number, setting?: Setting) => setText(Array(count).fill('Some words of text'), setting);

describe('buildParagraphs', () => {
  it('keeps evenly spaced lines together, however wide their distance', () => {
    expect(lengthsOf(set(6, { pitch: 55 }))).toEqual([6]);
  });

  it('begins a paragraph after a wider space', () => {
    expect(lengthsOf([...set(4), ...set(3, { top: 4 * 40 + 20 })])).toEqual([4, 3]);
  });

  it('begins a paragraph where the size of the text changes', () => {
    expect(lengthsOf([...set(1, { height: 50 }), ...set(4, { top: 45 })])).toEqual([1, 4]);
  });

  it('divides few lines by the height of the line', () => {
    expect(lengthsOf([...set(1), ...set(1, { top: 50 })])).toEqual([2]);
    expect(lengthsOf([...set(1), ...set(1, { top: 65 })])).toEqual([1, 1]);
  });
});
