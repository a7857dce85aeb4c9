import { describe, expect, it } from 'vitest';
import { hostOf, redactUrl, redactUrlsIn } from './redact-url.ts';

describe('redactUrl', () => {
  it.each([
    ['https://example.org/a/b?token=secret#part', 'https://example.org/a/b'],
    ['http://user:secret@example.org:8080/', 'http://example.org:8080/'],
    ['https://example.org', 'https://example.org/'],
    ['example.org/a?token=secret', 'example.org/a'],
    ['ftp://user:secret@example.org/a?b', 'ftp://example.org/a'],
    ['http://user:secret@exa mple.org/?token=secret', 'http://exa mple.org/'],
    ['http://user:se@cret@[broken/?x', 'http://[broken/'],
    ['user:secret@example.org:443', 'example.org:443'],
    ['http://user:se?cret@exa mple.org/', 'http://exa mple.org/'],
    ['', ''],
  ])('%s becomes %s', (text, redacted) => {
    expect(redactUrl(text)).toBe(redacted);
  });

  it('shortens the result to 200 characters', () => {
    expect(redactUrl(`https://example.org/${'a'.repeat(1000)}`)).toHaveLength(200);
    expect(redactUrl('a'.repeat(1000))).toHaveLength(200);
  });
});

describe('redactUrlsIn', () => {
  it('redacts every URL of a text and leaves the rest', () => {
    const text = 'net::ERR_FAILED at https://a:b@example.org/x?token=secret then "wss://example.com/?q=1"';
    expect(redactUrlsIn(text)).toBe('net::ERR_FAILED at https://example.org/x then "wss://example.com/"');
  });
});

describe('hostOf', () => {
  it('returns the host with its port, or the redacted text when it is not a URL', () => {
    expect(hostOf('https://example.org:8443/a?b')).toBe('example.org:8443');
    expect(hostOf('example?token=secret')).toBe('example');
  });
});
