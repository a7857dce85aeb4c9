import { describe, expect, it } from 'vitest';
import { scoreListing } from './score-listing.ts';
import { SiteDraft } from './sites/site-draft.ts';

const site = new SiteDraft('site.test', 1)
  .page('/', 'home', [])
  .alias('/index.html', '/')
  .page('/a', 'a', [])
  .page('/trap', 'trap', [], { isExpected: false })
  .redirect('/old', 'http://site.test:PORT/a')
  .redirect('/loop', '/loop')
  .text('/robots.txt', '')
  .build('sample');
const score = (...paths: string[]) =>
  scoreListing(
    site,
    paths.map((path) => `http://site.test:8080${path}`),
  );

describe('scoreListing', () => {
  it('counts pages by what a URL shows, after redirects', () => {
    expect(score('/index.html', '/old')).toEqual({
      expected: 2,
      listed: 2,
      found: 2,
      duplicates: 0,
      extra: 0,
    });
  });
  it('counts a second URL of a page as a duplicate', () => {
    expect(score('/', '/index.html', '/a', '/old')).toMatchObject({ found: 2, duplicates: 2, extra: 0 });
  });
  it('counts dead URLs, endless redirects, files, and pages that need not be listed as extra', () => {
    expect(score('/gone', '/loop', '/robots.txt', '/trap')).toMatchObject({
      found: 0,
      duplicates: 0,
      extra: 4,
    });
  });
});
