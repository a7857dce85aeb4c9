import { parseRefresh } from '../../fetch/parse-refresh.ts';
import { addLink, hasNofollow, type ScannedPage } from './scan-page.ts';

const linksMax = 200;

/**
 * What the headers of an answer say of the page beside its markup: `Link` (RFC 8288: canonical, next, prev,
 * translations, feeds, sitemaps), `Refresh`, `X-Robots-Tag`.
 *
 * @param token the product token that the crawler is known by, as in robots.txt
 */
export function applyPageHeaders(
  page: ScannedPage,
  headers: Readonly<Record<string, string>>,
  token: string,
): ScannedPage {
  const found = {
    canonical: '',
    links: [...page.links],
    feeds: [...page.feeds],
    sitemaps: [...page.sitemaps],
  };
  for (const link of parseLinkHeader(headers['link'] ?? '')) addLink(found, link);
  const refresh = page.refresh || (parseRefresh(headers['refresh'] ?? '')?.target ?? '');
  if (refresh !== '' && page.refresh === '') found.links.push({ href: refresh, text: '' });
  return {
    ...page,
    ...found,
    canonical: page.canonical || found.canonical,
    refresh,
    nofollow: page.nofollow || hasNofollow(robotsDirectives(headers['x-robots-tag'] ?? '', token)),
  };
}

/** Directives for a named crawler (`otherbot: nofollow`) are not ours; the value of a date directive is no name. */
function robotsDirectives(header: string, token: string): string {
  const ownName = token.toLowerCase();
  let own = true;
  return header
    .split(',')
    .map((part) => {
      const [naming = '', name] = /^\s*([\w-]+)\s*:/.exec(part) ?? [];
      if (name === undefined || /^(?:unavailable_after|max-.*)$/i.test(name)) return own ? part : '';
      own = name.toLowerCase() === ownName;
      return own ? part.slice(naming.length) : '';
    })
    .join(',');
}

interface HeaderLink {
  readonly href: string;
  readonly relations: readonly string[];
  readonly type: string;
  readonly hreflang: string | undefined;
}

function parseLinkHeader(header: string): HeaderLink[] {
  const found: HeaderLink[] = [];
  const pattern = /<([^<>]*)>([^<]*)/g;
  for (let match = pattern.exec(header); match && found.length < linksMax; match = pattern.exec(header)) {
    const [, href = '', parameters = ''] = match;
    found.push({
      href,
      relations: (parameterOf(parameters, 'rel') ?? '').toLowerCase().split(/\s+/),
      type: parameterOf(parameters, 'type') ?? '',
      hreflang: parameterOf(parameters, 'hreflang'),
    });
  }
  return found;
}

function parameterOf(parameters: string, name: string): string | undefined {
  const match = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^\\s;,]+))`, 'i').exec(parameters);
  return match?.[1] ?? match?.[2];
}
