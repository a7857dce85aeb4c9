import { jsonLdObjects } from '@quern/content/metadata/json-ld';

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

const routeProperty = /"(?:href|url|path|to|link|permalink|route|pathname)"\s*:\s*"(\\?\/[^"\s<>]{0,300})"/g;
const routeList = /"(?:routes|paths|pages|links|urls|hrefs)"\s*:\s*\[/g;
/** Maximum length of a list of routes. */
const listLengthMax = 100_000;

/**
 * Extracts the routes in the data of an app whose markup has no links, such as `"href": "/about"` and
 * `"routes": ["/about"]`. Route patterns (`/user/:id`, `/[slug]`, `/*`) are skipped.
 */
export function extractRouteLinks(script: string): JsonLink[] {
  const links: JsonLink[] = [];
  const add = (written: string): void => {
    const href = written.replaceAll('\\/', '/').replaceAll('\\u002F', '/');
    if (links.length < linksMax && !/[:*[\]{}()\\]|\/\//.test(href)) links.push({ href, text: '' });
  };
  for (const match of script.matchAll(routeProperty)) {
    if (links.length >= linksMax) break;
    add(match[1] ?? '');
  }
  for (const text of routeLists(script)) {
    for (const [, written = ''] of text.matchAll(/"(\\?\/[^"\s<>]{0,300})"/g)) add(written);
  }
  return links;
}

/** The contents of lists of texts whose names suggest routes. Each part of the script is read once. */
function* routeLists(script: string): Generator<string> {
  const pattern = new RegExp(routeList);
  while (pattern.test(script)) {
    const start = pattern.lastIndex;
    const text = script.slice(start, start + listLengthMax);
    const end = text.search(/[\]{[]/);
    pattern.lastIndex = start + (end < 0 ? text.length : end);
    if (text[end] === ']') yield text.slice(0, end);
  }
}

/**
 * Finds the address that a script redirects to, such as `location.replace("/home")`; '' without one. The script of a
 * page without links does hardly anything else; that of other pages may do it on a click.
 */
export function findScriptRedirect(script: string): string {
  const pattern =
    /(?:^|[^\w$.])(?:(?:window|document|self|top|parent)\.)?location(?:(?:\.href)?\s{0,8}=(?!=)\s{0,8}|\.(?:replace|assign)\(\s{0,8})(["'])([^"'\s<>]{1,2000})\1/;
  return (pattern.exec(script)?.[2] ?? '').replaceAll('\\/', '/');
}
