import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRobots } from './parse-robots.ts';

const file = (...lines: string[]) => parseRobots(lines.join('\n'), 'Quern');

describe('parseRobots', () => {
  it('takes the groups that name the crawler, whatever their case or version, and no others', () => {
    const robots = file(
      'user-agent: *',
      'disallow: /',
      'User-Agent: quern/2.0',
      'User-agent: other',
      'Disallow: /own',
      '',
      'User-agent: QUERN',
      'Disallow: /second',
    );
    expect(['/', '/own/x', '/second', '/third'].map(robots.allows)).toEqual([true, false, false, true]);
  });

  it('falls back on the group for all, and without one allows everything', () => {
    expect(file('User-agent: *', 'Disallow: /a').allows('/a')).toBe(false);
    expect(file('User-agent: other', 'Disallow: /').allows('/a')).toBe(true);
    expect(file('Disallow: /').allows('/a')).toBe(true);
    expect(file('').allows('/a')).toBe(true);
  });

  it.each([
    [['Disallow: /shop', 'Allow: /shop/open'], '/shop/open/1', true],
    [['Disallow: /shop', 'Allow: /shop'], '/shop', true],
    [['Disallow:'], '/anything', true],
    [['Disallow: /*.pdf$'], '/a/b.pdf', false],
    [['Disallow: /*.pdf$'], '/a/b.pdf?x=1', true],
    [['Disallow: /a*b*c'], '/a-c-b', true],
    [['Disallow: /a*b*c'], '/axxbyyc', false],
    [['Disallow: /*?sort='], '/list?sort=up', false],
    [['Disallow: /ab*b$'], '/ab', true],
    [['Disallow: /ab*b$'], '/abb', false],
    [['Disallow: /caf\u00e9'], '/caf%C3%A9', false],
    [['Disallow: /caf%c3%a9'], '/caf%C3%A9', false],
    [['Disallow: /%7Ejoe'], '/~joe/x', false],
    [['Disallow: private'], '/private', false],
    [['Disallow: /x # a comment'], '/x', false],
    [['Disallow: /'], '/robots.txt', true],
    [['Disallow: /Case'], '/case', true],
  ])('%j of %s: %s', (rules, path, allowed) => {
    expect(file('User-agent: *', ...rules).allows(path)).toBe(allowed);
  });

  it('reads sitemaps wherever they stand, also with a # in them, and a crawl delay', () => {
    const robots = file(
      '\uFEFFSitemap: /one.xml',
      'User-agent: *',
      'Crawl-delay: 2.5',
      'sitemap : https://example.org/two.xml#part # new',
      'Disallow: /x',
    );
    expect(robots.sitemaps).toEqual(['/one.xml', 'https://example.org/two.xml#part']);
    expect(robots.crawlDelaySeconds).toBe(2.5);
    expect(robots.allows('/x')).toBe(false);
  });

  it('survives any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.webPath(), (text, path) => {
        expect(typeof parseRobots(`User-agent: *\nDisallow: ${text}`, 'Quern').allows(path)).toBe('boolean');
      }),
    );
  });

  it('judges hostile wildcards and 20,000 rules in no time', () => {
    const wild = Array.from({ length: 250 }, () => `Disallow: /${'*a'.repeat(900)}b$`);
    const plain = Array.from({ length: 20_000 }, (_, index) => `Disallow: /private/${index}/`);
    const robots = file('User-agent: *', ...wild, ...plain);
    const path = `/${'a'.repeat(1900)}`;
    const started = process.cpuUsage();
    for (let count = 0; count < 10; count++) expect(robots.allows(path)).toBe(true);
    const { user } = process.cpuUsage(started);
    expect(user / 10_000).toBeLessThan(100);
  });
});
