const unseen = new Set(['script', 'style', 'template', 'title', 'noscript']);

/**
 * The text a page shows, roughly, up to `lengthMax` characters: enough to tell a page with content from an
 * empty one. One pass without a parser, linear on any input.
 */
export function visibleText(html: string, lengthMax: number): string {
  const unclosed = new Set<string>();
  const pieces: string[] = [];
  let length = 0;
  let index = 0;
  while (index < html.length && length <= lengthMax) {
    const open = html.indexOf('<', index);
    const piece = normalizeTextWhitespace(html.slice(index, open < 0 ? html.length : open));
    if (piece !== '') pieces.push(piece);
    length += piece === '' ? 0 : piece.length + 1;
    if (open < 0) break;
    index = afterTag(html, open, unclosed);
  }
  return pieces.join(' ');
}

/** @param unclosed names whose end was looked for in vain, so that it is looked for once */
function afterTag(html: string, open: number, unclosed: Set<string>): number {
  if (html.startsWith('<!--', open)) return after(html, '-->', open + 4);
  const name = /^<([a-z]+)/i.exec(html.slice(open, open + 12))?.[1]?.toLowerCase() ?? '';
  const end = after(html, '>', open + 1);
  if (!unseen.has(name) || unclosed.has(name) || html[end - 2] === '/') return end;
  const close = new RegExp(`</${name}[\\s>]`, 'gi');
  close.lastIndex = end;
  const found = close.exec(html);
  if (found) return after(html, '>', found.index);
  unclosed.add(name);
  // A script that never ends hides the rest from browsers too; other elements end by themselves.
  return name === 'script' || name === 'style' ? html.length : end;
}

function after(html: string, sign: string, from: number): number {
  const at = html.indexOf(sign, from);
  return at < 0 ? html.length : at + sign.length;
}

/** Entities that are white space go, and so do runs of it. */
export function normalizeTextWhitespace(piece: string): string {
  return piece
    .replace(/&(?:nbsp|#160);/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
