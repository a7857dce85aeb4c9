import { describe, expect, it } from 'vitest';
import { SiteScope } from './site-scope.ts';

const hosts = (scope: SiteScope, urls: readonly string[]) => urls.filter((url) => scope.includes(url));

describe('SiteScope', () => {
  const urls = [
    'https://example.co.uk/a',
    'http://www.example.co.uk/',
    'https://example.co.uk./',
    'https://example.co.uk:8443/',
    'https://shop.example.co.uk/',
    'https://other.co.uk/',
    'https://notexample.co.uk/',
    'not a URL',
  ];

  it('includes the host with and without www, over http and https', () => {
    expect(hosts(new SiteScope('https://www.example.co.uk/', false), urls)).toEqual(urls.slice(0, 3));
  });

  it('includes subdomains of the registrable domain when requested', () => {
    expect(hosts(new SiteScope('https://www.example.co.uk/', true), urls)).toEqual([
      ...urls.slice(0, 3),
      'https://shop.example.co.uk/',
    ]);
  });

  it('treats subdomains of a private suffix as other sites', () => {
    const scope = new SiteScope('https://one.github.io/', true);
    expect(scope.includes('https://two.github.io/')).toBe(false);
    expect(scope.includes('https://docs.one.github.io/')).toBe(true);
  });

  it('includes subdomains of an intranet host and only the address of an IP host', () => {
    expect(new SiteScope('http://wiki/', true).includes('http://old.wiki/')).toBe(true);
    expect(new SiteScope('http://127.0.0.1/', true).includes('http://127.0.0.2/')).toBe(false);
  });

  it('includes only the port of the start URL', () => {
    const scope = new SiteScope('http://example.org:8080/', false);
    expect(scope.includesHost('example.org:8080')).toBe(true);
    expect(scope.includesHost('example.org')).toBe(false);
  });
});
