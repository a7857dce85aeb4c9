import type { InlineNode } from '../../blocks/inline-node.ts';

/**
 * Returns the first character that a parser of Markdown sees for the purpose of emphasis: adjacent delimiters form one
 * run, so those of emphasis are skipped (https://spec.commonmark.org/0.31.2/#delimiter-run).
 * @returns '' if the node is empty
 */
export function firstCharacter(node: InlineNode): string {
  if (node.type === 'text' || node.type === 'raw')
    return String.fromCodePoint(node.value.codePointAt(0) ?? 32);
  if (node.type !== 'emphasis') return openings[node.type];
  const [first] = node.children;
  return first === undefined ? '' : firstCharacter(first);
}

/** Returns the last character that a parser of Markdown sees for the purpose of emphasis; '' if the node is empty. */
export function lastCharacter(node: InlineNode): string {
  if (node.type === 'text' || node.type === 'raw') return lastCodePoint(node.value);
  if (node.type !== 'emphasis') return endings[node.type];
  const last = node.children.at(-1);
  return last === undefined ? '' : lastCharacter(last);
}

const openings = { link: '[', code: '`', image: '!', footnote: '[', break: '\\' } as const;
const endings = { link: ')', code: '`', image: ')', footnote: ']', break: '\n' } as const;

/** Returns the last code point of a text; '' for an empty one. */
export function lastCodePoint(text: string): string {
  const isLowSurrogate = /[\uDC00-\uDFFF]$/.test(text);
  return isLowSurrogate ? text.slice(-2) : text.slice(-1);
}
