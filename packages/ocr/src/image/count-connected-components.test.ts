import { describe, expect, it } from 'vitest';
import { countConnectedComponents } from './count-connected-components.ts';

describe('countConnectedComponents', () => {
  it.each([
    ['no ink', ['....', '....'], 0],
    ['a frame around a dot', ['#####', '#...#', '#.#.#', '#...#', '#####'], 2],
    ['corners that touch', ['#.#', '.#.', '#.#'], 1],
    ['legs that meet at the bottom', ['#.#.#', '#.#.#', '#####'], 1],
    ['rows apart', ['###', '...', '###'], 2],
  ])('counts %s', (_, rows, count) => {
    const width = rows[0]?.length ?? 0;
    const data = Uint8Array.from(rows.join(''), (cell) => (cell === '#' ? 0 : 255));
    expect(countConnectedComponents({ data, width, height: rows.length })).toBe(count);
  });
});
