import type { PdfLine } from './group-text-lines.ts';
import { removeRunningHeaders } from './remove-running-headers.ts';

/** Maximum distance between baselines within a paragraph, relative to the font size. */
const leadingMax = 1.75;

/** Joins the lines of pages to paragraphs separated by blank lines, without running headers and with hyphenated words joined. */
export function reconstructParagraphs(pages: readonly (readonly PdfLine[])[]): string {
  const kept = removeRunningHeaders(pages);
  const words = hyphenatedWords(kept);
  const blocks: string[] = [];
  let before: PdfLine | undefined;
  for (const page of kept) {
    const width = Math.max(...page.map((line) => line.right - line.left), 0);
    page.forEach((line, index) => {
      const relation = before ? relate(before, line, index === 0, width) : 'separate';
      if (relation === 'separate') blocks.push(line.text);
      else if (relation === 'new-line') blocks.push(`${blocks.pop() ?? ''}\n${line.text}`);
      else blocks.push(join(blocks.pop() ?? '', line.text, words));
      before = line;
    });
  }
  return blocks.join('\n\n');
}

/** How a line follows another: it continues the sentence, is a new line of the same block, or starts a separate block. */
type LineRelation = 'continues' | 'new-line' | 'separate';

function relate(before: PdfLine, line: PdfLine, isNewPage: boolean, width: number): LineRelation {
  const size = Math.max(before.fontSize, line.fontSize);
  const drop = before.baseline - line.baseline;
  const continuesSentence = /^[\p{Ll}(]/u.test(line.text) && !/[.!?:]["”’)]?$/u.test(before.text);
  const hasSameSize = Math.abs(before.fontSize - line.fontSize) <= size * 0.15;
  if (isNewPage || drop <= 0)
    return continuesSentence && hasSameSize && isFull(before, width) ? 'continues' : 'separate';
  if (drop > size * leadingMax || !hasSameSize) return 'separate';
  if (/^(?:[•◦▪●–*-]\s|\(?\d{1,3}[.)]\s|[a-z][.)]\s)/u.test(line.text)) return 'new-line';
  if (continuesSentence || before.text.endsWith('-')) return 'continues';
  const isIndented = line.left - before.left > size * 0.8;
  if (isIndented && /[.!?:]["”’)]?$/u.test(before.text)) return 'separate';
  return isFull(before, Math.max(line.right - line.left, before.right - before.left))
    ? 'continues'
    : 'new-line';
}

/** Whether a line is about as wide as its block, so that it was broken for lack of space. */
function isFull(line: PdfLine, width: number): boolean {
  return line.right - line.left > width * 0.75;
}

/** Words with a hyphen within a line. They keep it where a line ends at the hyphen. */
function hyphenatedWords(pages: readonly (readonly PdfLine[])[]): Set<string> {
  const words = new Set<string>();
  for (const page of pages) {
    for (const { text } of page) {
      for (const [word] of text.matchAll(/\p{L}+-\p{L}+/gu)) words.add(word.toLowerCase());
    }
  }
  return words;
}

function join(block: string, line: string, hyphenated: ReadonlySet<string>): string {
  if (block.endsWith('\u00ad')) return block.slice(0, -1) + line;
  const head = /\p{L}+(?=[-‐]$)/u.exec(block.slice(-40))?.[0];
  const tail = /^\p{Ll}+/u.exec(line)?.[0];
  if (head === undefined || tail === undefined) return `${block} ${line}`;
  return hyphenated.has(`${head}-${tail}`.toLowerCase()) ? block + line : block.slice(0, -1) + line;
}
