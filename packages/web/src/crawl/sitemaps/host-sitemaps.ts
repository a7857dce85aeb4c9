import { yieldIfDue } from '@quern/runtime/yield-to-event-loop';
import type { RobotsRules } from '../robots/robots-cache.ts';
import { collectSitemaps, type SitemapContext } from './collect-sitemaps.ts';

const hostsMax = 64;

/** Reads the sitemaps of hosts that are discovered during a map, when subdomains are in scope. */
export class HostSitemaps {
  readonly #context: SitemapContext;
  readonly #robots: RobotsRules;
  readonly #knownHosts: Set<string>;
  /** Index of the first link whose host has not been looked at. */
  #linkIndex = 0;

  /** @param knownUrl a URL of the host whose sitemaps have been read already */
  constructor(context: SitemapContext, robots: RobotsRules, knownUrl: string) {
    this.#context = context;
    this.#robots = robots;
    this.#knownHosts = new Set([this.#siteHost(knownUrl)]);
  }

  /** Reads the sitemaps of new hosts among the links that were found since the last call. */
  async readNewHosts(): Promise<void> {
    const { links, signal } = this.#context;
    for (let link = links.at(this.#linkIndex); link; link = links.at(this.#linkIndex)) {
      this.#linkIndex++;
      const pause = yieldIfDue();
      if (pause) await pause;
      if (!signal.aborted) await this.readHost(link.url);
    }
  }

  /** Reads the sitemaps of the host of a URL, unless that has been done. */
  async readHost(url: string): Promise<void> {
    const host = this.#siteHost(url);
    if (this.#knownHosts.has(host) || this.#knownHosts.size > hostsMax) return;
    this.#knownHosts.add(host);
    const { origin } = new URL(url);
    await collectSitemaps(this.#context, origin, await this.#robots.sitemaps(url));
  }

  /** The host of a URL, equal over http and https, and with and without `www.` if these are one site. */
  #siteHost(url: string): string {
    const host = /^https?:\/\/([^/?#]+)/.exec(url)?.[1] ?? '';
    return this.#context.scope.unifyKey(host.replace(/:(?:80|443)$/, '').replace(/\.$/, ''));
  }
}
