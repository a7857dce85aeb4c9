import { describe, expect, it } from 'vitest';
import { SiteScope } from '../urls/site-scope.ts';
import { Frontier } from './frontier.ts';
import { type LinkObservation, UrlStore } from './url-store.ts';

function createFrontier() {
  const store = new UrlStore(new SiteScope('https://example.org/', false), () => true);
  const frontier = new Frontier(store);
  const add = (path: string, observation: LinkObservation) => {
    const link = store.add(`https://example.org${path}`, observation);
    if (link && observation.depth !== undefined) frontier.push(link);
    return link;
  };
  const drain = () => {
    const paths: string[] = [];
    for (let link = frontier.next(); link; link = frontier.next()) paths.push(new URL(link.url).pathname);
    return paths;
  };
  return { store, frontier, add, drain };
}

describe('Frontier', () => {
  it('returns linked pages in the order they were pushed, then those of sitemaps, each once', () => {
    const { frontier, add, drain } = createFrontier();
    add('/mapped', { source: 'sitemap' });
    add('/second', { source: 'crawl', depth: 1 });
    add('/third', { source: 'crawl', depth: 2 });
    expect([frontier.length, frontier.hasPending()]).toEqual([2, true]);
    expect(drain()).toEqual(['/second', '/third', '/mapped']);
    expect(frontier.hasPending()).toBe(false);
    add('/late', { source: 'sitemap' });
    expect(drain()).toEqual(['/late']);
  });

  it('skips documents, removed links and nofollow links', () => {
    const { store, add, drain } = createFrontier();
    add('/report.pdf', { source: 'crawl', depth: 1 });
    add('/nofollow', { source: 'sitemap', nofollow: true });
    const removed = add('/removed', { source: 'crawl', depth: 1 });
    if (removed) store.remove(removed);
    expect(drain()).toEqual([]);
  });
});
