import { describe, expect, it } from 'vitest';
import { findGridCells, groupRules, type RuleLine } from './ruling-grid.ts';

const horizontal = (y: number, left: number, right: number): RuleLine => ({
  left,
  right,
  top: y,
  bottom: y,
  direction: 'horizontal',
});
const vertical = (x: number, top: number, bottom: number): RuleLine => ({
  left: x,
  right: x,
  top,
  bottom,
  direction: 'vertical',
});

describe('findGridCells', () => {
  it('joins places without a line between them to one cell', () => {
    const rules = [
      ...[0, 20, 40].map((y) => horizontal(y, 0, 300)),
      ...[0, 100, 300].map((x) => vertical(x, 0, 40)),
      // The first row has no line here.
      vertical(200, 20, 40),
    ];
    const [group] = groupRules(rules);
    const cells = group && findGridCells(group);
    expect(cells?.map(({ row, column, columnSpan }) => [row, column, columnSpan])).toEqual([
      [0, 0, 1],
      [0, 1, 2],
      [1, 0, 1],
      [1, 1, 1],
      [1, 2, 1],
    ]);
  });

  it('finds no grid in a frame, and separates lines that do not touch', () => {
    const frame = [horizontal(0, 0, 50), horizontal(30, 0, 50), vertical(0, 0, 30), vertical(50, 0, 30)];
    const groups = groupRules([...frame, horizontal(200, 0, 50)]);
    expect(groups.map(({ rules }) => rules.length).toSorted()).toEqual([1, 4]);
    expect(groups.map(findGridCells)).toEqual([undefined, undefined]);
  });
});
