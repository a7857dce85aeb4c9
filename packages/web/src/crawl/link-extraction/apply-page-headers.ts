import { parseRefresh } from '../../fetch/parse-refresh.ts';
import { hasNofollow, robotsDirectives } from '../../page/robots-directives.ts';
import { addRelationLink, type RelationLink, type ScannedPage } from './scan-page.ts';

const linksMax = 200;

/**
 * Adds the metadata in the headers of a response to its page: `Link` (RFC 8288: canonical, next, prev, translations,
 * feeds, sitemaps), `Refresh`, and `X-Robots-Tag`. The page's own canonical link and refresh take precedence.
 *
 * @param headers by lower-case name
 * @param token product token of the crawler, as in robots.txt
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
  for (const link of parseLinkHeader(headers['link'] ?? '')) addRelationLink(found, link);
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

function parseLinkHeader(header: string): RelationLink[] {
  const links: RelationLink[] = [];
  const pattern = /<([^<>]*)>([^<]*)/g;
  for (let match = pattern.exec(header); match && links.length < linksMax; match = pattern.exec(header)) {
    const [, href = '', parameters = ''] = match;
    links.push({
      href,
      relations: (parameterOf(parameters, 'rel') ?? '').toLowerCase().split(/\s+/),
      type: parameterOf(parameters, 'type') ?? '',
      hreflang: parameterOf(parameters, 'hreflang'),
    });
  }
  return links;
}

function parameterOf(parameters: string, name: string): string | undefined {
  const match = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^\\s;,]+))`, 'i').exec(parameters);
  return match?.[1] ?? match?.[2];
}
