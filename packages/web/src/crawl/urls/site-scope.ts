import { isIP } from 'node:net';
import { getDomain } from 'tldts';

/** Maximum number of hosts whose result is cached. */
const cachedHostsMax = 10_000;

/**
 * How the counterpart of the start page's host, the same name with or without `www.`, relates to it: not looked at yet,
 * another name of the site, another site, or not known, because it could not be compared.
 */
export type CounterpartRelation = 'undecided' | 'same' | 'different' | 'unknown';

/**
 * Decides which URLs belong to the site of a page: those of its host on the same port, and those of its counterpart with
 * or without `www.`, unless that is shown to be another site. With subdomains, all hosts of its registrable domain by
 * the public suffix list. Private suffixes like github.io count as suffixes, so that their other subdomains are other
 * sites.
 */
export class SiteScope {
  readonly #host: string;
  readonly #port: string;
  readonly #counterpart: string | undefined;
  readonly #counterpartPrefix: RegExp | undefined;
  readonly #registrableDomain: string | undefined;
  /** The domain whose subdomains belong to the site; undefined when only the host does. */
  readonly #domain: string | undefined;
  // Sitemaps name the same few hosts a hundred thousand times.
  readonly #cache = new Map<string, boolean>();
  #relation: CounterpartRelation = 'undecided';

  constructor(startUrl: string, includeSubdomains: boolean) {
    const start = new URL(startUrl);
    this.#host = hostName(start);
    this.#port = normalizedPort(start);
    const isAddress = isIP(this.#host.replace(/^\[|\]$/g, '')) !== 0;
    const bare = this.#host.replace(/^www\./, '');
    this.#counterpart = isAddress ? undefined : bare === this.#host ? `www.${bare}` : bare;
    this.#counterpartPrefix =
      this.#counterpart === undefined
        ? undefined
        : new RegExp(`^\\s*https?://${this.#counterpart.replace(/\W/g, '\\$&')}(?=[.:/?#]|$)`, 'i');
    this.#registrableDomain = getDomain(bare, { allowPrivateDomains: true }) ?? undefined;
    // The host of an intranet has no public suffix; its subdomains are those of its whole name.
    const domain = this.#registrableDomain ?? (isAddress ? undefined : bare);
    this.#domain = includeSubdomains ? domain : undefined;
  }

  /** How the counterpart of the start page's host relates to it. */
  get relation(): CounterpartRelation {
    return this.#relation;
  }

  /** Decides how the counterpart of the start page's host relates to it. */
  set relation(relation: CounterpartRelation) {
    this.#relation = relation;
    this.#cache.clear();
  }

  /** Whether the start page is on a registrable domain, or its `www.`, and not on another subdomain. */
  get isMainHost(): boolean {
    return this.#host.replace(/^www\./, '') === this.#registrableDomain;
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

  /** @returns the URL on the counterpart of the start page's host; undefined if there is none or the name is too long */
  counterpartOf(url: string): string | undefined {
    if (this.#counterpart === undefined) return undefined;
    const counterpart = new URL(url);
    counterpart.hostname = this.#counterpart;
    return hostName(counterpart) === this.#counterpart ? counterpart.href : undefined;
  }

  /** Whether a URL is on the start page's host. */
  isOnHost(url: string): boolean {
    return this.#matches(url, this.#host);
  }

  /** Whether a URL is on the counterpart of the start page's host. */
  isOnCounterpart(url: string): boolean {
    return this.#counterpart !== undefined && this.#matches(url, this.#counterpart);
  }

  /** Whether a text may be a URL on the undecided counterpart; faster than parsing it. */
  mayBeOnCounterpart(text: string): boolean {
    return this.#relation === 'undecided' && this.#counterpartPrefix?.test(text) === true;
  }

  /** Replaces the counterpart by the start page's host in the key of a normalized URL, if they are the same site. */
  unifyKey(key: string): string {
    if (this.#relation !== 'same' || this.#counterpart === undefined) return key;
    const isCounterpart =
      key.startsWith(this.#counterpart) && /^[:/?]|^$/.test(key.charAt(this.#counterpart.length));
    return isCounterpart ? `${this.#host}${key.slice(this.#counterpart.length)}` : key;
  }

  #isInScope(url: URL): boolean {
    if (normalizedPort(url) !== this.#port) return false;
    const host = hostName(url);
    if (host === this.#host) return true;
    if (host === this.#counterpart && this.#relation !== 'different') return true;
    return this.#domain !== undefined && (host === this.#domain || host.endsWith(`.${this.#domain}`));
  }

  #matches(url: string, host: string): boolean {
    const parsed = URL.parse(url);
    return parsed !== null && hostName(parsed) === host && normalizedPort(parsed) === this.#port;
  }
}

/** The host without the final dot of an absolute name. */
function hostName(url: URL): string {
  return url.hostname.replace(/\.$/, '');
}

/** Ports 80 and 443 are the same site: sites link to themselves over http and https. */
function normalizedPort(url: URL): string {
  return url.port === '80' || url.port === '443' ? '' : url.port;
}
