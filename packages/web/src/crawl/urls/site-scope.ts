import { isIP } from 'node:net';
import { getDomain } from 'tldts';

/** Which addresses belong to the site. */
export interface SiteScope {
  includes(url: string): boolean;
  /** The same for `host` or `host:port`, as a parsed URL gives it. */
  includesHost(host: string): boolean;
}

/** Hosts whose answer is kept. */
const hostsMax = 10_000;

/**
 * The site of a page: its host, with and without `www.`, on the same port. With `includeSubdomains` every
 * host of its registrable domain by the public suffix list (private suffixes like github.io count as
 * suffixes, so that neighbours there are strangers).
 */
export function createSiteScope(startUrl: string, includeSubdomains: boolean): SiteScope {
  const start = new URL(startUrl);
  const host = bareHost(start);
  const port = portOf(start);
  // A host of an intranet has no public suffix: then its subdomains are those of its whole name.
  const domain = getDomain(host, { allowPrivateDomains: true }) ?? (isIP(host) === 0 ? host : null);
  const judge = (url: URL): boolean => {
    if (portOf(url) !== port) return false;
    const other = bareHost(url);
    if (other === host) return true;
    return includeSubdomains && domain !== null && (other === domain || other.endsWith(`.${domain}`));
  };
  // Sitemaps name the same few hosts a hundred thousand times.
  const known = new Map<string, boolean>();
  const includesHost = (text: string): boolean => {
    const kept = known.get(text);
    if (kept !== undefined) return kept;
    const url = URL.parse(`http://${text}`);
    const answer = url !== null && judge(url);
    if (known.size < hostsMax) known.set(text, answer);
    return answer;
  };
  return {
    includesHost,
    includes: (text) => {
      const url = URL.parse(text);
      return url !== null && includesHost(url.host);
    },
  };
}

function bareHost(url: URL): string {
  return url.hostname.replace(/^www\./, '').replace(/\.$/, '');
}

/** Both default ports are one: sites link to themselves over http and https. */
function portOf(url: URL): string {
  return url.port === '80' || url.port === '443' ? '' : url.port;
}
