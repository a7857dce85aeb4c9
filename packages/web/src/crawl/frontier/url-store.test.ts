import { describe, expect, it } from 'vitest';
import { SiteScope } from '../urls/site-scope.ts';
import { UrlStore } from './url-store.ts';

const scope = new SiteScope('https://example.org/', false);
const createStore = (keptMax = 100) => new UrlStore(scope, (_, keptCount) => keptCount < keptMax);

describe('UrlStore', () => {
  it('adds a page once, and merges what other sources say about it', () => {
    const store = createStore();
    const link = store.add('https://example.org/a', { source: 'crawl', depth: 3, nofollow: true });
    expect(link).toMatchObject({ source: 'crawl', depth: 3, follow: false });
    const again = { source: 'sitemap', depth: 1, text: 'A', lastModified: '2026-01-02' } as const;
    expect(store.add('http://example.org/a/', again)).toBeUndefined();
    expect(link).toMatchObject({
      source: 'sitemap',
      depth: 1,
      text: 'A',
      lastModified: '2026-01-02',
      follow: true,
    });
    store.add('/a', { source: 'feed', baseUrl: 'https://example.org/', depth: 2 });
    expect(link).toMatchObject({ source: 'sitemap', depth: 1 });
    expect(store.size).toBe(1);
  });

  it('rejects other sites, assets and text that is not a URL', () => {
    const store = createStore();
    for (const url of ['https://example.com/', 'https://example.org/a.png', 'mailto:a@example.org']) {
      expect(store.add(url, { source: 'crawl' })).toBeUndefined();
    }
    expect(store.size).toBe(0);
  });

  it('counts links that it does not keep, once each', () => {
    const store = createStore(1);
    for (const path of ['a', 'b', 'b', 'c']) store.add(`https://example.org/${path}`, { source: 'feed' });
    expect([store.size, store.list().length, store.overflowCounts.feed]).toEqual([3, 1, 2]);
  });

  it('keeps a removed link known, so that it is not added again', () => {
    const store = createStore();
    const link = store.add('https://example.org/a', { source: 'crawl' });
    if (link) store.remove(link);
    expect(store.add('https://example.org/a', { source: 'crawl' })).toBeUndefined();
    expect([store.size, store.list(), store.at(0)]).toEqual([0, [], link]);
  });
});
