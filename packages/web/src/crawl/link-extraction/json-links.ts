/** An address that a script's data names. */
export interface JsonLink {
  readonly href: string;
  readonly text: string;
}

const nodesMax = 20_000;
const linksMax = 2000;

/**
 * Pages that a page's JSON-LD names: lists, breadcrumbs, menus, articles (https://schema.org `url`, `item`,
 * `mainEntityOfPage`). Pictures and search templates are none.
 */
export function extractJsonLdLinks(json: string): JsonLink[] {
  const found: JsonLink[] = [];
  const waiting: unknown[] = [parseJson(json)];
  for (let count = 0; waiting.length > 0 && count < nodesMax && found.length < linksMax; count++) {
    const node = waiting.pop();
    if (Array.isArray(node)) waiting.push(...node.slice(0, nodesMax - count).reverse());
    else if (typeof node === 'object' && node !== null) readNode(node, found, waiting);
  }
  return found;
}

const pictures = new Set(['image', 'logo', 'thumbnail', 'photo', 'primaryImageOfPage', 'associatedMedia']);

function readNode(node: object, found: JsonLink[], waiting: unknown[]): void {
  const name = 'name' in node && typeof node.name === 'string' ? node.name : '';
  for (const [key, value] of Object.entries(node)) {
    if (pictures.has(key)) continue;
    const link = typeof value === 'string' ? value : idOf(value);
    const isLink = key === 'url' || key === 'item' || key === 'mainEntityOfPage';
    if (isLink && link !== '' && !/[{}]/.test(link)) found.push({ href: link, text: name });
    if (typeof value === 'object') waiting.push(value);
  }
}

function idOf(value: unknown): string {
  return typeof value === 'object' && value !== null && '@id' in value && typeof value['@id'] === 'string'
    ? value['@id']
    : '';
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
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
