import { yieldIfDue } from '@quern/runtime/yield-to-event-loop';
import type { RobotsCache } from '../robots/robots-cache.ts';
import { collectSitemaps, type SitemapContext } from './collect-sitemaps.ts';

/** Reads the sitemaps of hosts that come to light during a map: of subdomains, when they are in scope. */
export interface HostSitemaps {
  /** Looks at the links found since the last call, and reads the sitemaps of hosts that are new among them. */
  readNewHosts(): Promise<void>;
}

const hostsMax = 64;

/** @param knownUrl whose host's sitemaps are read already */
export function createHostSitemaps(
  task: SitemapContext,
  robots: RobotsCache,
  knownUrl: string,
): HostSitemaps {
  const known = new Set([siteHost(knownUrl)]);
  let cursor = 0;
  return {
    readNewHosts: async () => {
      for (let link = task.links.at(cursor); link; link = task.links.at(cursor)) {
        cursor++;
        const pause = yieldIfDue();
        if (pause) await pause;
        const host = siteHost(link.url);
        if (known.has(host) || known.size > hostsMax || task.signal.aborted) continue;
        known.add(host);
        const { origin } = new URL(link.url);
        await collectSitemaps(task, origin, await robots.sitemaps(link.url));
      }
    },
  };
}

/** A host over http and https, with and without `www.`, is one. */
function siteHost(url: string): string {
  const host = /^https?:\/\/([^/?#]+)/.exec(url)?.[1] ?? '';
  return host.replace(/^www\./, '').replace(/:(?:80|443)$/, '');
}
