import { describe, expect, it } from 'vitest';
import { pageFileName } from './page-file-name.ts';

describe('pageFileName', () => {
  it.each([
    ['https://example.org/', 'example.org/index.md'],
    ['https://example.org/docs/', 'example.org/docs/index.md'],
    ['https://example.org/docs/a', 'example.org/docs/a.md'],
    ['https://example.org/a.html?page=2&x=%2F', 'example.org/a.html@page=2&x=_.md'],
    ['http://127.0.0.1:8080/a', '127.0.0.1_8080/a.md'],
    ['https://example.org/%C3%BCber/a%20b', 'example.org/über/a b.md'],
    ['https://example.org/%2e%2e%2f%2e%2e/x', 'example.org/___/x.md'],
    ['https://example.org/..%2F..%2Fetc%2Fpasswd', 'example.org/__.._etc_passwd.md'],
    ['https://example.org/a//b', 'example.org/a/_/b.md'],
    ['https://example.org/%00.%E0', 'example.org/%00.%E0.md'],
    ['https://example.org/a%00b', 'example.org/a_b.md'],
    [`https://example.org/${'x'.repeat(500)}`, `example.org/${'x'.repeat(100)}.md`],
  ])('%s is %s', (url, name) => {
    expect(pageFileName(url, new Set())).toBe(name);
  });

  it('gives each page its own file, also where case is ignored', () => {
    const used = new Set<string>();
    const names = ['/a', '/A', '/a', '/b'].map((path) => pageFileName(`https://example.org${path}`, used));
    expect(names).toEqual([
      'example.org/a.md',
      'example.org/A~2.md',
      'example.org/a~3.md',
      'example.org/b.md',
    ]);
  });
});
