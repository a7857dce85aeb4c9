import type { InlineToken } from './inline-token.ts';

/** Elements whose text is not prose. */
const verbatimElements = new Set([
  'kbd',
  'code',
  'samp',
  'var',
  'tt',
  'pre',
  'script',
  'style',
  'math',
  'svg',
]);

const tagPattern = /^<(\/?)([a-z][a-z0-9-]*)[^>]*?(\/?)>$/i;

interface OpenTag {
  readonly name: string;
  readonly index: number;
}

/**
 * Turns HTML tags around words, such as `<b>` and `</b>`, into pairs of markup, and keeps elements whose text is not
 * prose as a whole. Tags without a counterpart stay as they are; `<br>` separates sentences.
 */
export function pairHtmlTags(tokens: readonly InlineToken[], source: string): InlineToken[] {
  if (!tokens.some((token) => token.kind === 'keep' && source[token.startIndex] === '<')) return [...tokens];
  const paired: (InlineToken | undefined)[] = [...tokens];
  const open: OpenTag[] = [];
  let pair = tokens.reduce((max, token) => ('pair' in token ? Math.max(max, token.pair + 1) : max), 0);
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'keep') continue;
    const [, slash, tag = '', selfClosing] =
      tagPattern.exec(source.slice(token.startIndex, token.endIndex)) ?? [];
    const name = tag.toLowerCase();
    if (name === '') continue;
    if (name === 'br') paired[index] = { ...token, kind: 'boundary' };
    else if (slash === '' && selfClosing === '') open.push({ name, index });
    else if (slash === '/' && open.at(-1)?.name === name) {
      const start = open.pop()?.index ?? index;
      const first = tokens[start] ?? token;
      if (open.some((outer) => verbatimElements.has(outer.name))) continue;
      if (verbatimElements.has(name)) {
        paired.fill(undefined, start, index);
        paired[index] = { kind: 'keep', startIndex: first.startIndex, endIndex: token.endIndex };
      } else {
        paired[start] = { ...first, kind: 'open', pair };
        paired[index] = { ...token, kind: 'close', pair };
        pair++;
      }
    }
  }
  return paired.filter((token) => token !== undefined);
}
