import type { InlineToken } from './inline-token.ts';

/** Markup of blocks at the start of a line: the part before the character to escape, and that character. */
const blockStarts = [
  /^()#{1,6}(?=[ \t]|$)/,
  /^()[-+*](?=[ \t]|$)/,
  /^(\d{1,9})[.)](?=[ \t]|$)/,
  /^()>/,
  /^()(?:=+[ \t]*|[|:-][ \t:|-]*)$/,
  /^()(?:(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/,
  /^()(?:`{3}|~{3})/,
];
/** Markup that cannot interrupt a paragraph: task list items and definitions of links. */
const paragraphStarts = [/^()\[[ x]\](?=\s)/i, /^()\[(?:[^[\]\\]|\\.)*\]:/];
/** The rest of a run of delimiters would be another run. */
const run = /^(?:\*+|_+|~+|`+|.)/;

/**
 * Escapes what Markdown would read as a block of another kind at the start of a line of text.
 *
 * @param isParagraph whether the first line begins a paragraph, rather than standing inside a link
 */
export function escapeLineStarts(tokens: readonly InlineToken[], isParagraph: boolean): InlineToken[] {
  const escaped: InlineToken[] = [];
  for (let start = 0, end = 0; start < tokens.length; start = end) {
    end = endOfLine(tokens, start);
    const line = tokens.slice(start, end);
    const [first] = line;
    const isFirst = start === 0;
    if (first?.isText && (isParagraph || !isFirst)) {
      const patterns = isFirst ? [...blockStarts, ...paragraphStarts] : blockStarts;
      escaped.push({ ...first, text: escapeStart(first.text, line, patterns) });
    } else if (first !== undefined) escaped.push(first);
    for (const token of line.slice(1)) escaped.push(token);
  }
  return escaped;
}

/** Returns the index behind the line break that ends a line. */
function endOfLine(tokens: readonly InlineToken[], start: number): number {
  let end = start;
  while (end < tokens.length) {
    if (tokens[end++]?.isBreak) break;
  }
  return end;
}

function escapeStart(text: string, line: readonly InlineToken[], patterns: readonly RegExp[]): string {
  const content = line.map((token) => (token.isBreak ? '' : token.text)).join('');
  for (const pattern of patterns) {
    const match = pattern.exec(content);
    if (!match) continue;
    const before = match[1] ?? '';
    const rest = text.slice(before.length);
    const markup = run.exec(rest)?.[0] ?? '';
    return before + markup.replace(/./g, '\\$&') + rest.slice(markup.length);
  }
  return text;
}
