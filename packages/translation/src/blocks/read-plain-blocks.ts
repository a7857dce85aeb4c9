import type { InlineToken, TextBlock } from './inline-token.ts';

/** A line break with the indentation around it, or the space between two columns. */
const separatorPattern =
  /[^\S\r\n]*(?:\r\n|[\n\r\u0085\u2028\u2029\f\v])[^\S\r\n]*|[^\S\r\n]*\t[^\S\r\n]*| {3,}/g;

/** Reads a plain text as one block, in which lines and columns are separated. */
export function readPlainBlocks(text: string): TextBlock[] {
  const tokens: InlineToken[] = [];
  let end = 0;
  const addText = (startIndex: number, endIndex: number) => {
    if (startIndex < endIndex)
      tokens.push({ kind: 'text', text: text.slice(startIndex, endIndex), startIndex, endIndex });
  };
  for (const { 0: separator, index } of text.matchAll(separatorPattern)) {
    addText(end, index);
    end = index + separator.length;
    const kind = /[\n\r\u0085\u2028\u2029\f\v]/.test(separator) ? 'line' : 'boundary';
    tokens.push({ kind, startIndex: index, endIndex: end });
  }
  addText(end, text.length);
  return [
    {
      kind: 'text',
      startIndex: 0,
      endIndex: text.length,
      tokens,
      isMarkdown: false,
      isInTable: false,
      startsLine: false,
    },
  ];
}
