import type { DomDocument, DomElement } from './dom.ts';
import { isElement } from './dom.ts';
import { limitDepth } from './limit-depth.ts';

const beginsAsPage =
  /^\uFEFF?\s*(?:<!doctype[^>]{0,500}>\s*|<!--(?:(?!-->)[\s\S]){0,2000}-->\s*|<\?xml[^>]{0,200}>\s*)*<html[\s>]/i;

/**
 * Parses a page of any shape into a DOM whose depth is bounded. What does not begin as a page is put into one;
 * what lies outside of the body is brought home, since the parser leaves a script between head and body, or
 * a second body, where the source has it.
 */
export async function parseDocument(html: string): Promise<DomDocument> {
  const { parseHTML } = await import('linkedom');
  const page = limitDepth(html.replaceAll('\0', '').replaceAll('<![CDATA[', ''));
  const whole = beginsAsPage.test(page)
    ? page
    : `<!doctype html><html><head></head><body>${page}</body></html>`;
  const parsed: unknown = parseHTML(whole).document;
  // The checked boundary: linkedom implements the DOM, its types need the browser's library.
  const document = parsed as DomDocument;
  gatherBody(document);
  placeStreamedParts(document);
  return document;
}

/** Leaves one body, in which everything lies that is not in the head. Read `document.body` only after this. */
function gatherBody(document: DomDocument): void {
  const root = document.documentElement;
  if (!root) return;
  const parts = Array.from(root.childNodes).filter(isElement);
  const bodies = Array.from(document.querySelectorAll('body'));
  const body = bodies[0] ?? document.body;
  if (!body) return;
  if (!parts.includes(body)) root.append(body);
  const at = parts.indexOf(body);
  for (const [index, part] of parts.entries()) {
    if (part === body || part.localName === 'head') continue;
    if (index < at) body.prepend(part);
    else body.append(...(part.localName === 'body' ? Array.from(part.childNodes) : [part]));
  }
}

/** Pages have a few of them; each costs a search of the page. */
const partsMax = 100;

/** Servers that stream React send late parts hidden at the end, to be moved to their place by a script. */
function placeStreamedParts(document: DomDocument): void {
  for (const part of Array.from(document.querySelectorAll('div[hidden][id^="S:"]')).slice(0, partsMax)) {
    const number = (part.getAttribute('id') ?? '').slice(2);
    if (!/^[0-9a-f]{1,8}$/i.test(number)) continue;
    const place = document.querySelector(`template[id="B:${number}"]`);
    part.removeAttribute('hidden');
    if (place && !contains(part, place)) place.replaceWith(part);
  }
}

function contains(outer: DomElement, inner: DomElement): boolean {
  return Array.from(outer.querySelectorAll('template')).includes(inner);
}
