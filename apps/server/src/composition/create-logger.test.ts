import { describe, expect, it } from 'vitest';
import { createLogger } from './create-logger.ts';
import { redactUrlQueries, stripUrlQuery } from './redact-url-queries.ts';

describe('createLogger', () => {
  it('removes the queries of URLs from the message, the stack and the cause of a logged error', () => {
    const lines: string[] = [];
    const log = createLogger('info', { write: (line) => void lines.push(line) });
    const cause = new Error('GET https://a.example/x?token=secret1 failed');
    log.error(
      { err: new Error('fetching http://b.example/?q=secret2#secret3 failed', { cause }) },
      'request',
    );
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('http://b.example/?… failed');
    expect(lines[0]).toContain('https://a.example/x?… failed');
    expect(lines[0]).not.toMatch(/secret\d/);
  });

  it('writes nothing below the level', () => {
    const lines: string[] = [];
    createLogger('warn', { write: (line) => void lines.push(line) }).info('hidden');
    expect(lines).toEqual([]);
  });
});

describe('redactUrlQueries', () => {
  it.each([
    ['see https://a.example/p?x=1&y=2, then', 'see https://a.example/p?… then'],
    ['"wss://a.example/?k=v" and http://b.example/#part', '"wss://a.example/?…" and http://b.example/?…'],
    ['why? no URL: a?b', 'why? no URL: a?b'],
    ['https://a.example/path', 'https://a.example/path'],
  ])('turns %o into %o', (text, redacted) => {
    expect(redactUrlQueries(text)).toBe(redacted);
  });
});

describe('stripUrlQuery', () => {
  it('removes the query and the fragment', () => {
    expect(stripUrlQuery('https://a.example/x?y=1#z')).toBe('https://a.example/x');
    expect(stripUrlQuery('https://a.example/x#z?y')).toBe('https://a.example/x');
    expect(stripUrlQuery('https://a.example/x')).toBe('https://a.example/x');
  });
});
