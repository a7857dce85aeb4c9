import { jsonLdObjects } from '../../page/json-ld.ts';

/** An address that a script's data names. */
export interface JsonLink {
  readonly href: string;
  readonly text: string;
}

const linksMax = 2000;
const linkKeys = new Set(['url', 'item', 'mainEntityOfPage']);
/** Properties of images, whose URLs are not pages. */
const imageKeys = new Set(['image', 'logo', 'thumbnail', 'photo', 'primaryImageOfPage', 'associatedMedia']);

/**
 * Extracts the pages that a JSON-LD script names: lists, breadcrumbs, menus, articles (https://schema.org `url`,
 * `item`, `mainEntityOfPage`). Images and URL templates of searches are not included.
 */
export function extractJsonLdLinks(json: string): JsonLink[] {
  const links: JsonLink[] = [];
  for (const object of jsonLdObjects(json, { order: 'depth-first', skippedKeys: imageKeys })) {
    if (links.length >= linksMax) break;
    const text = typeof object['name'] === 'string' ? object['name'] : '';
    for (const [key, value] of Object.entries(object)) {
      if (!linkKeys.has(key)) continue;
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
 * Routes in the data of an app whose markup has no links: `"href": "/about"` and its like. Patterns of routes
 * (`/user/:id`, `/[slug]`, `/*`) are no addresses.
 */
export function extractRouteLinks(script: string): JsonLink[] {
  const found: JsonLink[] = [];
  const pattern = /"(?:href|url|path|to|link|permalink|route|pathname)"\s*:\s*"(\\?\/[^"\s<>]{0,300})"/g;
  for (let match = pattern.exec(script); match && found.length < linksMax; match = pattern.exec(script)) {
    const href = (match[1] ?? '').replaceAll('\\/', '/').replaceAll('\\u002F', '/');
    if (!/[:*[\]{}()\\]|\/\//.test(href)) found.push({ href, text: '' });
  }
  return found;
}
