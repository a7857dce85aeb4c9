import { describe, expect, it } from 'vitest';
import { applyPageHeaders } from './apply-page-headers.ts';
import { scanPage } from './scan-page.ts';

/** Whether an `X-Robots-Tag` header makes a page nofollow. */
async function isNofollow(header: string, token: string): Promise<boolean> {
  const page = await scanPage('<a href="/x">x</a>', 'https://example.org/');
  return applyPageHeaders(page, { 'x-robots-tag': header }, token).nofollow;
}

describe('X-Robots-Tag', () => {
  it.each([
    ['nofollow', true],
    ['none', true],
    ['noindex', false],
    ['acmebot: nofollow', true],
    ['AcmeBot: noindex, nofollow', true],
    ['otherbot: nofollow', false],
    ['quern: nofollow', false],
    ['otherbot: nofollow, acmebot: noindex', false],
    ['otherbot: noindex, acmebot: nofollow', true],
    ['unavailable_after: 25 Jun 2030 15:00:00 PST, nofollow', true],
    ['max-snippet: 20, nofollow', true],
  ])('%s is nofollow for AcmeBot: %s', async (header, nofollow) => {
    expect(await isNofollow(header, 'AcmeBot')).toBe(nofollow);
  });
});
