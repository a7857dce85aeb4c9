import { MemoryWeb } from '@quern/testing/web/memory-web';
import { describe, expect, it } from 'vitest';
import { createRobotsChecker } from './robots-checker.ts';

const url = 'http://example.test/private/page';
const hourMs = 60 * 60 * 1000;

describe('createRobotsChecker', () => {
  it('caches the rules of a host for an hour', async () => {
    let nowMs = 0;
    let body = 'User-agent: *\nDisallow: /private';
    const web = new MemoryWeb(() => ({ body }));
    const checker = createRobotsChecker({ fetch: web.fetch, userAgent: 'Quern/0.1', now: () => nowMs });
    expect(await checker.allows(url)).toBe(false);
    body = '';
    nowMs = hourMs - 1;
    expect(await checker.allows(url)).toBe(false);
    nowMs = hourMs;
    expect(await checker.allows(url)).toBe(true);
    expect(web.requests.map(({ path }) => path)).toEqual(['/robots.txt', '/robots.txt']);
  });

  it('allows a page when robots.txt cannot be read', async () => {
    const web = new MemoryWeb(() => ({ status: 500 }));
    const checker = createRobotsChecker({ fetch: web.fetch, userAgent: 'Quern/0.1', now: () => 0 });
    expect(await checker.allows(url)).toBe(true);
  });

  it('evicts the oldest of more than 2,000 hosts', async () => {
    const web = new MemoryWeb(() => ({ body: '' }));
    const checker = createRobotsChecker({ fetch: web.fetch, userAgent: 'Quern/0.1', now: () => 0 });
    for (let host = 0; host <= 2000; host++) await checker.allows(`http://host${host}.test/`);
    await checker.allows('http://host2000.test/');
    expect(web.requests).toHaveLength(2001);
    await checker.allows('http://host0.test/');
    expect(web.requests).toHaveLength(2002);
  });
});
