import { describe, expect, it } from 'vitest';
import { BoundedParser } from './bounded-parser.ts';

function parseAttributes(html: string): Record<string, string>[] {
  const found: Record<string, string>[] = [];
  const parser = new BoundedParser({ onopentag: (_name, attributes) => found.push(attributes) });
  // In two chunks, as when a page is only partly read.
  parser.write(html.slice(0, html.length / 2));
  parser.end(html.slice(html.length / 2));
  return found;
}

const names = (count: number) => Array.from({ length: count }, (_, index) => `a${index}="x&amp;y"`).join(' ');

describe('BoundedParser', () => {
  it('keeps the first 500 attributes of each element', () => {
    const [first, second] = parseAttributes(`<p ${names(2000)}>a<i id="&lt;" ${names(2)}>b`);
    expect(Object.keys(first ?? {})).toHaveLength(500);
    expect(first).toMatchObject({ a0: 'x&y', a499: 'x&y' });
    expect(second).toEqual({ id: '<', a0: 'x&y', a1: 'x&y' });
  });

  it('keeps the first 500,000 attributes of a page', () => {
    const found = parseAttributes(`<p ${names(400)}>`.repeat(1300));
    expect(found).toHaveLength(1300);
    expect(found.reduce((sum, attributes) => sum + Object.keys(attributes).length, 0)).toBe(500_000);
  });
});
