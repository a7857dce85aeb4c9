import type { TextLine } from '../lines/text-line.ts';
import { countWords, endsSentence } from '../words/line-shape.ts';

const delimiterRow = /^\|?\s*:?-{2,}:?\s*(?:[|+]\s*:?-{2,}:?\s*)*\|?$/;
const border = /^[+|][-=+|: ]{3,}[+|]$|^[─━═┄│┃┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬║\s]+$/;

/** Sets tables aside: rows in Markdown, and adjacent lines whose columns are separated by tabs, bars or wide spaces. */
export function markTables(lines: readonly TextLine[]): void {
  for (let start = 0; start < lines.length; start++) {
    const line = lines[start];
    if (line === undefined || !line.isOpen) continue;
    const separator = separatorOf(line);
    if (separator === undefined) continue;
    let end = start + 1;
    while (isRow(lines[end], separator)) end++;
    const rows = lines.slice(start, end);
    if (isTable(rows, separator))
      for (const row of rows) {
        row.setAside();
        row.startsBlock = true;
        if (delimiterRow.test(row.text) || border.test(row.text)) row.isDropped = true;
      }
    start = end - 1;
  }
}

type Separator = 'bar' | 'tab' | 'space';

function separatorOf({ text }: TextLine): Separator | undefined {
  const head = text.slice(0, 300);
  if (head.includes('|') || border.test(head)) return 'bar';
  if (head.includes('\t')) return 'tab';
  return /\S {3,}\S/.test(head) ? 'space' : undefined;
}

function isRow(line: TextLine | undefined, separator: Separator): line is TextLine {
  return line?.isOpen === true && line.gap === 'none' && separatorOf(line) === separator;
}

function isTable(rows: readonly TextLine[], separator: Separator): boolean {
  const hasDelimiter = rows.some(({ text }) => text.includes('|') && delimiterRow.test(text));
  if (hasDelimiter && rows.length >= 2) return true;
  const sentences = rows.filter(({ text }) => endsSentence(text) && countWords(text, 12) >= 12).length;
  if (separator === 'bar') {
    const framed = rows.filter(({ text }) => text.startsWith('|') && text.endsWith('|')).length;
    return framed === rows.length || (rows.length >= 2 && sentences < rows.length / 2);
  }
  if (sentences >= rows.length / 2) return false;
  return separator === 'tab'
    ? rows.length >= 2 || (rows[0]?.text.split('\t').length ?? 0) > 2
    : rows.length >= 3;
}
