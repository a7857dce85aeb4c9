import { setImmediate } from 'node:timers/promises';
import type { GuardedFetch } from '@quern/web/fetch/fetched-resource';

const pagesMax = 400;
const requestTimeoutMs = 5000;

/**
 * A crawler without any rules, to compare with: breadth-first over the links of one host, URLs compared as written
 * without their fragment, at most 400 requests.
 *
 * @returns the URLs of the HTML pages
 */
export async function crawlBare(startUrl: string, fetch: GuardedFetch): Promise<string[]> {
  const { host } = new URL(startUrl);
  const seen = new Set([startUrl]);
  const queue = [startUrl];
  const pages: string[] = [];
  for (let at = 0; at < queue.length && at < pagesMax; at++) {
    await setImmediate();
    const resource = await fetch(queue[at] ?? '', { timeoutMs: requestTimeoutMs }).catch(() => undefined);
    if (resource?.status !== 200 || resource.contentType !== 'text/html') continue;
    pages.push(queue[at] ?? '');
    for (const [, href = ''] of Buffer.from(resource.body)
      .toString()
      .matchAll(/<a [^>]*href="([^"]*)"/g)) {
      const url = URL.parse(href, resource.url);
      if (!url || url.host !== host) continue;
      url.hash = '';
      if (!seen.has(url.href)) queue.push(url.href);
      seen.add(url.href);
    }
  }
  return pages;
}
