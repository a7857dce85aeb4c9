import type { ContentBlock } from '@quern/content/blocks/content-block';
import { plainText } from '@quern/content/blocks/rich-text';
import { DocumentError } from '../errors/document-error.ts';

/** Programs wrap lines at 72 to 78 characters; a line that ends before has room for the next word. */
const wrapWidth = 66;
const quotesMax = 10;
/** Five megabytes of ordinary text have fewer lines. */
const linesMax = 100_000;
const itemPattern = /^(\s{0,8})(?:[-*•]|(\d{1,3})[.)])\s+(?=\S)/;

/**
 * Reads the text of a message: paragraphs, lists, and quoted replies, whose lines begin with `>`.
 *
 * @throws DocumentError `too_complex` for too many lines
 */
export function textMessageBlocks(text: string): ContentBlock[] {
  const lines = text.replace(/\r\n?/g, '\n').split('\n', linesMax + 1);
  if (lines.length > linesMax)
    throw new DocumentError('too_complex', `The e-mail has more than ${linesMax} lines of text.`);
  return readLines(lines, 0);
}

function readLines(lines: readonly string[], quotes: number): ContentBlock[] {
  const blocks: ContentBlock[] = [];
  let passage: string[] = [];
  let quote: string[] = [];
  const closePassage = () => {
    for (const block of passageBlocks(passage)) blocks.push(block);
    passage = [];
  };
  const closeQuote = () => {
    const inner = quote.length === 0 ? [] : readLines(quote, quotes + 1);
    if (inner.length > 0) blocks.push({ kind: 'quote', blocks: inner });
    quote = [];
  };
  for (const line of lines) {
    if (/^>/.test(line) && !/^>From /.test(line) && quotes < quotesMax) {
      closePassage();
      quote.push(line.replace(/^> ?/, ''));
      continue;
    }
    closeQuote();
    if (line.trim() === '') closePassage();
    else passage.push(line);
  }
  closeQuote();
  closePassage();
  return blocks;
}

/** Lines without a blank one between them: a paragraph, items, or both. */
function passageBlocks(lines: readonly string[]): ContentBlock[] {
  const parts: { item: RegExpExecArray | null; lines: string[] }[] = [];
  for (const line of lines) {
    const item = itemPattern.exec(line);
    const last = parts.at(-1);
    if (item !== null || last === undefined)
      parts.push({ item, lines: [item ? line.slice(item[0].length) : line] });
    else last.lines.push(line);
  }
  return parts.map(({ item, lines: own }, index): ContentBlock => {
    const content = plainText(joinWrapped(own, item !== null));
    if (item === null) return { kind: 'paragraph', content };
    const depth = (item[1] ?? '').length >= 2 && index > 0 && parts[index - 1]?.item ? 1 : 0;
    const number = item[2] === undefined ? {} : { number: Number(item[2]) };
    return {
      kind: 'list-item',
      depth,
      ...number,
      marker: item[2] ? `${item[2]}.` : '-',
      content,
      isAdjacent: index > 0,
    };
  });
}

/** Joins lines that a program wrapped; others stay lines, as in addresses and signatures. */
function joinWrapped(lines: readonly string[], isItem: boolean): string {
  let text = '';
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    const [word = ''] = line.trim().split(/\s/, 1);
    const isWrapped = before !== undefined && (isItem || before.length + 1 + word.length > wrapWidth);
    text += `${index === 0 ? '' : isWrapped ? ' ' : '\n'}${line.trim()}`;
  }
  return text;
}
