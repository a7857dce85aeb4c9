import type { PdfLine } from './group-text-lines.ts';
import { removeRunningHeaders } from './remove-running-headers.ts';

/** Baselines further apart than this many sizes of letters begin a new paragraph. */
const leadingMax = 1.75;

/** The text of pages: paragraphs set apart by blank lines, without running heads and with whole words. */
export function reconstructParagraphs(pages: readonly (readonly PdfLine[])[]): string {
  const kept = removeRunningHeaders(pages);
  const words = hyphenatedWords(kept);
  const blocks: string[] = [];
  let before: PdfLine | undefined;
  for (const page of kept) {
    const width = Math.max(...page.map((line) => line.right - line.left), 0);
    page.forEach((line, index) => {
      const relation = before ? relate(before, line, index === 0, width) : 'apart';
      if (relation === 'apart') blocks.push(line.text);
      else if (relation === 'below') blocks.push(`${blocks.pop() ?? ''}\n${line.text}`);
      else blocks.push(join(blocks.pop() ?? '', line.text, words));
      before = line;
    });
  }
  return blocks.join('\n\n');
}

/** `on`: the sentence may go on; `below`: a line of its own in the same block; `apart`: a new block. */
function relate(before: PdfLine, line: PdfLine, isNewPage: boolean, width: number): 'on' | 'below' | 'apart' {
  const size = Math.max(before.size, line.size);
  const drop = before.bottom - line.bottom;
  const goesOn = /^[\p{Ll}(]/u.test(line.text) && !/[.!?:]["”’)]?$/u.test(before.text);
  const isAlike = Math.abs(before.size - line.size) <= size * 0.15;
  if (isNewPage || drop <= 0) return goesOn && isAlike && isFull(before, width) ? 'on' : 'apart';
  if (drop > size * leadingMax || !isAlike) return 'apart';
  if (/^(?:[•◦▪●–*-]\s|\(?\d{1,3}[.)]\s|[a-z][.)]\s)/u.test(line.text)) return 'below';
  if (goesOn || before.text.endsWith('-')) return 'on';
  const isIndented = line.left - before.left > size * 0.8;
  if (isIndented && /[.!?:]["”’)]?$/u.test(before.text)) return 'apart';
  return isFull(before, Math.max(line.right - line.left, before.right - before.left)) ? 'on' : 'below';
}

/** Whether a line reaches near the width that its neighbours have, so that it broke for want of room. */
function isFull(line: PdfLine, width: number): boolean {
  return line.right - line.left > width * 0.75;
}

/** Words written with a hyphen within a line keep it where a line ends at that hyphen. */
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
