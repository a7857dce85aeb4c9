/** A link in the data of a page. */
export interface JsonLink {
  readonly href: string;
  readonly text: string;
}

const nodesMax = 20_000;
const linksMax = 2000;
const imageProperties = new Set([
  'image',
  'logo',
  'thumbnail',
  'photo',
  'primaryImageOfPage',
  'associatedMedia',
]);

/**
 * Extracts the pages that JSON-LD refers to: lists, breadcrumbs, menus, articles (https://schema.org `url`, `item`,
 * `mainEntityOfPage`). Images and search templates are skipped. Invalid JSON has no links.
 */
export function extractJsonLdLinks(json: string): JsonLink[] {
  const links: JsonLink[] = [];
  const pending: unknown[] = [parseJson(json)];
  for (let count = 0; pending.length > 0 && count < nodesMax && links.length < linksMax; count++) {
    const node = pending.pop();
    if (Array.isArray(node)) pending.push(...node.slice(0, nodesMax - count).reverse());
    else if (typeof node === 'object' && node !== null) readNode(node, links, pending);
  }
  return links;
}

function readNode(node: object, links: JsonLink[], pending: unknown[]): void {
  const name = 'name' in node && typeof node.name === 'string' ? node.name : '';
  for (const [key, value] of Object.entries(node)) {
    if (imageProperties.has(key)) continue;
    const href = typeof value === 'string' ? value : idOf(value);
    const isLink = key === 'url' || key === 'item' || key === 'mainEntityOfPage';
    // Braces mark the placeholders of search templates.
    if (isLink && href !== '' && !/[{}]/.test(href)) links.push({ href, text: name });
    if (typeof value === 'object') pending.push(value);
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
    // Pages contain JSON-LD with syntax errors.
    return undefined;
  }
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
