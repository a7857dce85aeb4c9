import { describe, expect, it } from 'vitest';
import type { Word } from '../words/word.ts';
import { findAlignedTables } from './find-aligned-tables.ts';

const look = { fontName: 'Test', isBold: false, isItalic: false, isMonospaced: false };

/** Words of 10 points at given places, whose letters are 5 points wide. */
const setRow = (cells: readonly (readonly [text: string, left: number])[], baseline: number): Word[] =>
  cells.map(([text, left]) => {
    const box = { left, right: left + text.length * 5, top: baseline - 7, bottom: baseline + 2, baseline };
    return { text, size: 10, look, isAttached: false, markedContentId: -1, ...box };
  });

describe('findAlignedTables', () => {
  it('does not take lines of a justified paragraph with wide spaces for a table', () => {
    const words = [
      ...setRow(
        [
          ['the', 50],
          ['wheat', 90],
          ['of', 140],
          ['valley', 170],
        ],
        100,
      ),
      ...setRow(
        [
          ['grinds', 50],
          ['all', 100],
          ['of', 140],
          ['summer', 170],
        ],
        112,
      ),
      ...setRow(
        [
          ['and', 50],
          ['turns', 90],
          ['it', 140],
          ['around', 170],
        ],
        124,
      ),
    ];
    expect(findAlignedTables(words, [], 1).tables).toEqual([]);
  });

  it('finds a table whose cells end at one edge', () => {
    const words = [
      ...setRow(
        [
          ['apples', 50],
          ['red', 140],
          ['12.50', 175],
        ],
        100,
      ),
      ...setRow(
        [
          ['pears', 50],
          ['green', 140],
          ['10.20', 175],
        ],
        112,
      ),
      ...setRow(
        [
          ['plums', 50],
          ['blue', 140],
          ['21.00', 175],
        ],
        124,
      ),
    ];
    expect(findAlignedTables(words, [], 1).tables).toHaveLength(1);
  });
});
