import type { TextRange } from '../../span.ts';
import type { TextRole } from '../text-block.ts';

/** Separation of a line from the one before. */
export type LineGap = 'none' | 'blank' | 'page';

/**
 * A line of a text that is not blank. Its content starts after indentation and the markers that were recognized so far;
 * marks are set by one rule after the other, and a rule leaves a line alone that has a role.
 */
export class TextLine {
  /** The line without the white space around it. */
  readonly range: TextRange;
  /** Columns of white space before it. */
  readonly indent: number;
  gap: LineGap;
  /** Start of the content in the source. */
  startIndex: number;
  /** End of the content in the source. */
  endIndex: number;
  /** The content. */
  text: string;
  /** Undefined for prose, as long as nothing else is known. */
  role: TextRole | undefined = undefined;
  level: number | undefined = undefined;
  speaker: string | undefined = undefined;
  /** The letter before an item of a list. */
  letter: string | undefined = undefined;
  /** Whether the line consists of markup, such as a row of hyphens. */
  isDropped = false;
  /** Whether the role may be corrected by what is around the line. */
  isGuess = false;
  /** Whether the line is a running head or foot. */
  isRunning = false;
  /** Whether a block starts with this line in any case. */
  startsBlock = false;
  /** Whether the line continues the block of the line before in any case. */
  continuesBlock = false;

  constructor(text: string, startIndex: number, indent: number, gap: LineGap) {
    this.text = text;
    this.startIndex = startIndex;
    this.endIndex = startIndex + text.length;
    this.range = { startIndex, endIndex: this.endIndex };
    this.indent = indent;
    this.gap = gap;
  }

  /** Whether nothing is known yet. */
  get isOpen(): boolean {
    return this.role === undefined && !this.isDropped;
  }

  /** Removes a marker from the start of the content. A line without other content is dropped. */
  dropStart(length: number): void {
    const rest = this.text.slice(length);
    this.text = rest.trimStart();
    this.startIndex = this.endIndex - this.text.length;
    if (this.text === '') this.isDropped = true;
  }

  /** Removes a marker from the end of the content. A line without other content is dropped. */
  dropEnd(length: number): void {
    this.text = this.text.slice(0, this.text.length - length).trimEnd();
    this.endIndex = this.startIndex + this.text.length;
    if (this.text === '') this.isDropped = true;
  }

  /** Makes the line a block that is not content. */
  setAside(): void {
    this.role = 'aside';
  }

  /** Makes the line a heading. */
  setHeading(level: number): void {
    this.role = 'heading';
    this.level = level;
  }
}
