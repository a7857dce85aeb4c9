import { describe, expect, it } from 'vitest';
import { CrawlFrontier, type CrawlRules, type FrontierState } from './crawl-frontier.ts';

const nothing: FrontierState = { urls: [], taken: 0, scopeUrl: null };

function createRules(rules: Partial<CrawlRules> = {}): CrawlRules {
  return {
    startUrl: 'https://example.org/docs',
    maxDepth: 10,
    includeSubdomains: false,
    allowBackwardLinks: false,
    ignoreQueryParameters: false,
    accepts: () => true,
    urlsMax: 1000,
    ...rules,
  };
}

/** A frontier whose start page was read. */
function startFrontier(rules: Partial<CrawlRules> = {}, scopeUrl?: string): CrawlFrontier {
  const frontier = new CrawlFrontier(createRules(rules), nothing);
  const start = frontier.next();
  frontier.start(scopeUrl ?? start?.url ?? '');
  return frontier;
}

const takeAll = (frontier: CrawlFrontier): string[] => {
  const urls: string[] = [];
  for (let target = frontier.next(); target; target = frontier.next()) urls.push(target.url);
  return urls;
};

describe('CrawlFrontier', () => {
  it('starts with the start page, and adds nothing before that was read', () => {
    const frontier = new CrawlFrontier(createRules(), nothing);
    expect(frontier.add('https://example.org/docs/a', {})).toBe(false);
    expect(frontier.next()).toEqual({ url: 'https://example.org/docs', depth: 0 });
    expect(frontier.next()).toBeUndefined();
  });

  it('returns URLs in the order in which they were found, each page once', () => {
    const frontier = startFrontier();
    for (const url of [
      'b',
      'a',
      'b#x',
      '/docs//a/',
      'HTTP://EXAMPLE.org/docs/%61',
      '/docs',
      './c?utm_source=x',
    ])
      frontier.add(url, { baseUrl: 'https://example.org/docs/', depth: 2 });
    frontier.add('https://www.example.org/docs/a/index.html', {});
    expect(frontier.next()).toEqual({ url: 'https://example.org/docs/b', depth: 2 });
    expect(takeAll(frontier)).toEqual(['https://example.org/docs/a', 'https://example.org/docs/c']);
  });

  it.each([
    ['https://example.org/docs', ['/docs/a', '/docs/a/b'], ['/', '/docs-old', '/blog/docs/a']],
    ['https://example.org/docs/', ['/docs/a'], ['/documents']],
    ['https://example.org/docs/intro.html', ['/docs/a', '/docs/a/b'], ['/a']],
    ['https://example.org/', ['/a', '/a/b'], []],
    ['https://example.org/%7Euser/', ['/~user/a'], ['/~other/a']],
  ])('from %s accepts %j, not %j', (startUrl, accepted, rejected) => {
    const frontier = startFrontier({ startUrl });
    const add = (path: string) => frontier.add(path, { baseUrl: 'https://example.org/' });
    expect(accepted.map(add)).toEqual(accepted.map(() => true));
    expect(rejected.map(add)).toEqual(rejected.map(() => false));
    const all = startFrontier({ startUrl, allowBackwardLinks: true });
    for (const path of rejected) expect(all.add(path, { baseUrl: 'https://example.org/' })).toBe(true);
  });

  it('crawls the site and the folder that the start page redirects to', () => {
    const moved = startFrontier({}, 'https://docs.example.net/manual/index.html');
    expect(moved.add('https://docs.example.net/manual/a', {})).toBe(true);
    expect(moved.add('https://docs.example.net/docs/a', {})).toBe(false);
    expect(moved.add('https://example.org/docs/a', {})).toBe(false);
    const renamed = startFrontier({}, 'https://example.org/manual/');
    expect(renamed.add('https://example.org/manual/a', {})).toBe(true);
    expect(renamed.add('https://example.org/docs/a', {})).toBe(true);
  });

  it('adds other hosts of the domain only with subdomains', () => {
    const url = 'https://blog.example.org/docs/a';
    expect(startFrontier().add(url, {})).toBe(false);
    expect(startFrontier({ includeSubdomains: true }).add(url, {})).toBe(true);
    expect(startFrontier({ includeSubdomains: true }).add('https://example.net/docs/a', {})).toBe(false);
  });

  it('rejects deep pages, assets, other protocols, and what the rules do not accept', () => {
    const frontier = startFrontier({ maxDepth: 2, accepts: ({ path }) => !path.includes('private') });
    const base = { baseUrl: 'https://example.org/docs/' };
    expect(frontier.add('deep', { ...base, depth: 3 })).toBe(false);
    for (const url of ['x.png', 'mailto:a@example.org', 'private/a', 'javascript:void(0)'])
      expect(frontier.add(url, base), url).toBe(false);
    expect(frontier.add('manual.pdf', { ...base, depth: 2 })).toBe(true);
    expect(startFrontier({ maxDepth: 0 }).add('https://example.org/docs/a', {})).toBe(false);
  });

  it('takes URLs that differ in their queries as one page if asked to', () => {
    const base = { baseUrl: 'https://example.org/docs/' };
    const different = startFrontier();
    expect([different.add('list?page=1', base), different.add('list?page=2', base)]).toEqual([true, true]);
    const same = startFrontier({ ignoreQueryParameters: true });
    expect([same.add('list?page=1', base), same.add('list?page=2', base)]).toEqual([true, false]);
    expect(takeAll(same)).toEqual(['https://example.org/docs/list']);
  });

  it('does not take the target of a redirect again, nor finds more URLs than its maximum', () => {
    const frontier = startFrontier({ urlsMax: 3 });
    const base = { baseUrl: 'https://example.org/docs/' };
    frontier.add('old', base);
    frontier.addRedirect('https://example.org/docs/new');
    expect(frontier.add('new', base)).toBe(false);
    expect(takeAll(frontier)).toEqual(['https://example.org/docs/old']);
    expect(frontier.isFull).toBe(true);
    expect(frontier.add('another', base)).toBe(false);
  });

  it('stops at crawler traps', () => {
    const frontier = startFrontier({ startUrl: 'https://example.org/' });
    const added = Array.from({ length: 90 }, (_, day) =>
      frontier.add(`https://example.org/calendar/2024-01-${day + 10}`, {}),
    );
    expect(added.filter(Boolean)).toHaveLength(24);
  });

  it('continues after the target of a redirect that was taken last', () => {
    const frontier = startFrontier({}, 'https://example.org/docs/start');
    expect(frontier.next()).toBeUndefined();
    const state = {
      urls: frontier.since(0),
      taken: frontier.taken,
      scopeUrl: 'https://example.org/docs/start',
    };
    expect(state.taken).toBe(2);
    const urls = [...state.urls, { url: 'https://example.org/docs/a', depth: 1 }];
    const next = new CrawlFrontier(createRules(), { ...state, urls });
    expect([next.hasNext, next.pageCount, next.next(2), next.next(3)?.url, next.hasNext]).toEqual([
      true,
      2,
      undefined,
      'https://example.org/docs/a',
      false,
    ]);
  });

  it('continues from its URLs as if it had not been interrupted', () => {
    const links = Array.from({ length: 60 }, (_, index) => `${index % 40}/?sort=${index % 7}`);
    const base = { baseUrl: 'https://example.org/docs/' };
    const whole = startFrontier();
    const first = startFrontier();
    for (const link of links.slice(0, 30)) for (const one of [whole, first]) one.add(link, base);
    for (const one of [whole, first]) one.addRedirect('https://example.org/docs/45/');
    const taken = [first.next(), first.next()].map((target) => target?.url);
    const state = { urls: first.since(0), taken: first.taken, scopeUrl: 'https://example.org/docs' };
    const second = new CrawlFrontier(createRules(), state);
    for (const link of [...links.slice(30), '45/']) for (const one of [whole, second]) one.add(link, base);
    expect([...taken, ...takeAll(second)]).toEqual(takeAll(whole));
  });
});
