import { isIP } from 'node:net';
import { getDomain } from 'tldts';

/** Which addresses belong to the site. */
export interface SiteScope {
  includes(url: string): boolean;
}

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
  return {
    includes: (text) => {
      const url = URL.parse(text);
      if (!url || portOf(url) !== port) return false;
      const other = bareHost(url);
      if (other === host) return true;
      return includeSubdomains && domain !== null && (other === domain || other.endsWith(`.${domain}`));
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
