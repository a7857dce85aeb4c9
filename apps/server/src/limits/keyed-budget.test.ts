import { describe, expect, it } from 'vitest';
import { KeyedBudget } from './keyed-budget.ts';

describe('KeyedBudget', () => {
  it('reports which maximum an additional amount would exceed, that of the key first', () => {
    const budget = new KeyedBudget(5, 8);
    budget.adjust('a', 5);
    budget.adjust('b', 2);
    expect(budget.exceededBy('a', 0)).toBeUndefined();
    expect(budget.exceededBy('a', 1)).toBe('key');
    expect(budget.exceededBy('b', 1)).toBeUndefined();
    expect(budget.exceededBy('b', 2)).toBe('total');
    expect(budget.exceededBy('b', 4)).toBe('key');
  });

  it('adds amounts by key and in total, and releases an acquired amount once', () => {
    const budget = new KeyedBudget(10, 10);
    const release = budget.acquire('a', 3);
    budget.acquire('a', 2);
    expect([budget.usedBy('a'), budget.usedBy('b'), budget.total]).toEqual([5, 0, 5]);
    release();
    release();
    expect([budget.usedBy('a'), budget.total]).toEqual([2, 2]);
  });
});
