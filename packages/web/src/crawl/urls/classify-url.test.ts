import { describe, expect, it } from 'vitest';
import { classifyContentType, classifyUrl } from './classify-url.ts';

describe('classifyUrl', () => {
  it.each([
    ['https://example.org/', 'page'],
    ['https://example.org/a.html?file=b.png', 'page'],
    ['https://example.org/v1.2/guide', 'page'],
    ['https://example.org/report.PDF', 'document'],
    ['https://example.org/photo.jpg', 'asset'],
  ])('classifies %s as %s', (url, kind) => {
    expect(classifyUrl(url)).toBe(kind);
  });
});

describe('classifyContentType', () => {
  it.each([
    ['', 'page'],
    ['text/html', 'page'],
    ['application/xhtml+xml', 'page'],
    ['application/pdf', 'document'],
    ['image/png', 'asset'],
    ['application/rss+xml', 'asset'],
  ])("classifies '%s' as %s", (contentType, kind) => {
    expect(classifyContentType(contentType)).toBe(kind);
  });
});
