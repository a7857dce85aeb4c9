import { describe, expect, it } from 'vitest';
import { prettyJson } from './pretty-json.ts';

describe('prettyJson', () => {
  it('indents JSON whose strings contain brackets, quotes and commas', () => {
    expect(prettyJson(' {"a":[1,{}]} ')).toBe('{\n  "a": [\n    1,\n    {}\n  ]\n}');
    const tricky = JSON.stringify({ a: '['.repeat(100_000), b: '\\"[{,:' });
    expect(prettyJson(tricky)).toBe(JSON.stringify(JSON.parse(tricky), undefined, 2));
  });

  it('returns malformed JSON unchanged', () => {
    for (const text of ['{broken', '"a', '"a\\', ']]]]', '']) expect(prettyJson(text)).toBe(text);
  });

  it('replaces existing indentation', () => {
    const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, tags: ['one', 'two'] }));
    const indented = JSON.stringify({ deep: { rows } }, undefined, 4);
    expect(prettyJson(indented)).toBe(JSON.stringify({ deep: { rows } }, undefined, 2));
  });

  it('returns JSON unchanged if indentation would dominate its length', () => {
    const around = (depth: number, inner: string) => '['.repeat(depth) + inner + ']'.repeat(depth);
    const wide = around(1000, Array(20_000).fill('0').join(','));
    expect(prettyJson(wide)).toBe(wide);
    const deep = around(5_000_000, '');
    expect(prettyJson(deep)).toBe(deep);
    for (const depth of [10, 100, 300, 1000, 3000]) {
      const text = around(depth, `"${'x'.repeat(depth * depth)}"`);
      expect(prettyJson(text).length).toBeLessThanOrEqual(4 * text.length + 100_000);
    }
  });
});
