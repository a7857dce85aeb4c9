import { isIP } from 'node:net';
import { getDomain } from 'tldts';

/** Maximum number of hosts whose result is cached. */
const cachedHostsMax = 10_000;

/**
 * Decides which URLs belong to the site of a page: those of its host, with and without `www.`, on the same port. With
 * subdomains, all hosts of its registrable domain by the public suffix list. Private suffixes like github.io count as
 * suffixes, so that their other subdomains are other sites.
 */
export class SiteScope {
  readonly #host: string;
  readonly #port: string;
  /** The registrable domain whose subdomains belong to the site; undefined when only the host does. */
  readonly #domain: string | undefined;
  // Sitemaps name the same few hosts a hundred thousand times.
  readonly #cache = new Map<string, boolean>();

  constructor(startUrl: string, includeSubdomains: boolean) {
    const start = new URL(startUrl);
    this.#host = bareHost(start);
    this.#port = normalizedPort(start);
    // The host of an intranet has no public suffix; its subdomains are those of its whole name.
    const domain =
      getDomain(this.#host, { allowPrivateDomains: true }) ??
      (isIP(this.#host) === 0 ? this.#host : undefined);
    this.#domain = includeSubdomains ? domain : undefined;
  }

  /** Whether a URL belongs to the site. */
  includes(url: string): boolean {
    const parsed = URL.parse(url);
    return parsed !== null && this.includesHost(parsed.host);
  }

  /** @param host `host` or `host:port`, as in a parsed URL */
  includesHost(host: string): boolean {
    const cached = this.#cache.get(host);
    if (cached !== undefined) return cached;
    const url = URL.parse(`http://${host}`);
    const isIncluded = url !== null && this.#isInScope(url);
    if (this.#cache.size < cachedHostsMax) this.#cache.set(host, isIncluded);
    return isIncluded;
  }

  #isInScope(url: URL): boolean {
    if (normalizedPort(url) !== this.#port) return false;
    const host = bareHost(url);
    if (host === this.#host) return true;
    return this.#domain !== undefined && (host === this.#domain || host.endsWith(`.${this.#domain}`));
  }
}

function bareHost(url: URL): string {
  return url.hostname.replace(/^www\./, '').replace(/\.$/, '');
}

/** Ports 80 and 443 are the same site: sites link to themselves over http and https. */
function normalizedPort(url: URL): string {
  return url.port === '80' || url.port === '443' ? '' : url.port;
}
