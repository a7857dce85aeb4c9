import { jsonLdObjects } from '../../page/json-ld.ts';

/** A link in the data of a page. */
export interface JsonLink {
  readonly href: string;
  readonly text: string;
}

const linksMax = 2000;
const linkProperties = new Set(['url', 'item', 'mainEntityOfPage']);
/** Properties of images, whose URLs are not pages. */
const imageProperties = new Set([
  'image',
  'logo',
  'thumbnail',
  'photo',
  'primaryImageOfPage',
  'associatedMedia',
]);

/**
 * Extracts the pages that a JSON-LD script names: lists, breadcrumbs, menus, articles (https://schema.org `url`,
 * `item`, `mainEntityOfPage`). Images and URL templates of searches are not included.
 */
export function extractJsonLdLinks(json: string): JsonLink[] {
  const links: JsonLink[] = [];
  for (const object of jsonLdObjects(json, { order: 'depth-first', skippedKeys: imageProperties })) {
    if (links.length >= linksMax) break;
    const text = typeof object['name'] === 'string' ? object['name'] : '';
    for (const [key, value] of Object.entries(object)) {
      if (!linkProperties.has(key)) continue;
      const href = typeof value === 'string' ? value : idOf(value);
      if (href !== '' && !/[{}]/.test(href)) links.push({ href, text });
    }
  }
  return links;
}

function idOf(value: unknown): string {
  return typeof value === 'object' && value !== null && '@id' in value && typeof value['@id'] === 'string'
    ? value['@id']
    : '';
}

/**
 * Extracts the routes in the data of an app whose markup has no links, such as `"href": "/about"`. Route patterns
 * (`/user/:id`, `/[slug]`, `/*`) are skipped.
 */
export function extractRouteLinks(script: string): JsonLink[] {
  const links: JsonLink[] = [];
  const pattern = /"(?:href|url|path|to|link|permalink|route|pathname)"\s*:\s*"(\\?\/[^"\s<>]{0,300})"/g;
  for (let match = pattern.exec(script); match && links.length < linksMax; match = pattern.exec(script)) {
    const href = (match[1] ?? '').replaceAll('\\/', '/').replaceAll('\\u002F', '/');
    if (!/[:*[\]{}()\\]|\/\//.test(href)) links.push({ href, text: '' });
  }
  return links;
}
