import { escapeLineStart } from '../escape-line-start.ts';
import { type InlineToken, joinTokens } from './inline-token.ts';

/** A link whose code begins like the definition of a link (https://spec.commonmark.org/0.31.2/#link-reference-definitions). */
const definition = /^\[(?:[^[\]\\]|\\.)+\]:/u;

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
    // Neither a backslash nor a reference can take the meaning of a bracket inside code: an empty element does.
    const isLink = first !== undefined && first.isText !== true;
    if (isFirst && isParagraph && isLink && definition.test(joinTokens(line)))
      escaped.push({ text: '<span></span>' });
    if (first?.isText && (isParagraph || !isFirst)) {
      const content = line.map((token) => (token.isBreak ? '' : token.text)).join('');
      escaped.push({ ...first, text: escapeLineStart(first.text, content, isFirst) });
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
