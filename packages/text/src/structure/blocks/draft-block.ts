import type { TextLine } from '../lines/text-line.ts';
import type { TextRole } from '../text-block.ts';

/** A block whose role is not final. */
export interface DraftBlock {
  /** At least one; lines that are dropped may be between them in the text. */
  readonly lines: TextLine[];
  role: TextRole;
  level: number | undefined;
  readonly speaker: string | undefined;
  /** Whether the role results from a mark in the text, such as that of an item. */
  readonly isMarked: boolean;
}

/** Content of the first line of a block. */
export function firstText({ lines }: DraftBlock): string {
  return lines[0]?.text ?? '';
}

/** Content of the last line of a block. */
export function lastText({ lines }: DraftBlock): string {
  return lines.at(-1)?.text ?? '';
}

/** Number of characters of a block. */
export function lengthOf({ lines }: DraftBlock): number {
  let length = 0;
  for (const { text } of lines) length += text.length + 1;
  return length - 1;
}
