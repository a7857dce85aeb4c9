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
 * Escapes what Markdown would read as a block of another kind at the start of a line
 * (https://spec.commonmark.org/0.31.2/#blocks-and-inlines).
 *
 * @param text the first part of the line, in which the characters with a meaning inside a line are escaped
 * @param line the whole line
 * @param isParagraphStart whether the line is the first one of a paragraph
 */
export function escapeLineStart(text: string, line: string, isParagraphStart: boolean): string {
  const patterns = isParagraphStart ? [...blockStarts, ...paragraphStarts] : blockStarts;
  for (const pattern of patterns) {
    const match = pattern.exec(line);
    if (!match) continue;
    const before = match[1] ?? '';
    const rest = text.slice(before.length);
    const markup = run.exec(rest)?.[0] ?? '';
    return before + markup.replace(/./g, '\\$&') + rest.slice(markup.length);
  }
  return text;
}
