import blockTags from './block-tags.data.json' with { type: 'json' };
import { LineReader } from './read-lines.ts';
import type { TextLine } from './text-line.ts';

const names = blockTags.join('|');
/** A tag that starts a line, or the end of a block: other mentions of tags are prose. */
const htmlPattern = new RegExp(
  `^[ \\t]*<(?:!doctype html|(?:${names})[\\s/>])|</(?:p|div|li|h[1-6]|td|ul)>`,
  'im',
);
const tagPattern = new RegExp(
  `<!--[\\s\\S]*?(?:-->|$)|<!doctype[^<>]{0,500}>|<(?<close>/?)(?<name>${names})(?:\\s[^<>]{0,2000})?/?>`,
  'gi',
);

/** Elements whose text is not content, and those whose text is no text at all. */
const asidePattern =
  /^(?:nav|footer|form|button|select|option|textarea|figcaption|caption|td|th|pre|head|title|svg|noscript)$/;
const skippedPattern = /^(?:script|style)$/;

/** Whether a text contains HTML. */
export function hasHtml(source: string): boolean {
  return source.includes('<') && (htmlPattern.test(source) || source.includes('<!--'));
}

/** Reads the lines of a text with HTML: tags of blocks end lines, and give their role. */
export function readHtmlLines(source: string): TextLine[] {
  const reader = new LineReader(source);
  const open = new OpenElements();
  const unclosed = new Set<string>();
  let end = 0;
  const readUntil = (index: number) => {
    for (const line of reader.read(end, index)) open.mark(line);
  };
  tagPattern.lastIndex = 0;
  for (let found = tagPattern.exec(source); found !== null; found = tagPattern.exec(source)) {
    readUntil(found.index);
    end = found.index + found[0].length;
    const name = found.groups?.['name']?.toLowerCase();
    if (name === undefined) continue;
    const isClosing = found.groups?.['close'] === '/';
    if (skippedPattern.test(name) && !isClosing && !unclosed.has(name)) {
      const closed = endOfElement(source, name, end);
      if (closed === undefined) unclosed.add(name);
      else tagPattern.lastIndex = end = closed;
    }
    if (name !== 'br') reader.separate();
    open.update(name, isClosing);
  }
  readUntil(source.length);
  return reader.lines;
}

/** @returns undefined for an element that is never closed, whose content is read as text */
function endOfElement(source: string, name: string, startIndex: number): number | undefined {
  const closing = new RegExp(`</${name}\\s*>`, 'gi');
  closing.lastIndex = startIndex;
  const found = closing.exec(source);
  return found === null ? undefined : found.index + found[0].length;
}

/** The open elements that give lines a role. */
class OpenElements {
  #heading: number | undefined;
  #isItem = false;
  #quotes = 0;
  readonly #asides = new Map<string, number>();
  #asideCount = 0;

  update(name: string, isClosing: boolean): void {
    if (/^h[1-6]$/.test(name)) this.#heading = isClosing ? undefined : Number(name.charAt(1));
    else if (name === 'li') this.#isItem = !isClosing;
    else if (name === 'ul' || name === 'ol') this.#isItem = false;
    else if (name === 'blockquote') this.#quotes = Math.max(0, this.#quotes + (isClosing ? -1 : 1));
    else if (asidePattern.test(name)) this.#updateAside(name, isClosing);
    else if (/^(?:table|tr|body)$/.test(name)) this.#closeCells();
  }

  /** Cells and options may lack their end tags. */
  #closeCells(): void {
    for (const name of ['td', 'th', 'option', 'head']) {
      this.#asideCount -= this.#asides.get(name) ?? 0;
      this.#asides.delete(name);
    }
  }

  #updateAside(name: string, isClosing: boolean): void {
    const count = this.#asides.get(name) ?? 0;
    if (isClosing && count === 0) return;
    this.#asides.set(name, count + (isClosing ? -1 : 1));
    this.#asideCount += isClosing ? -1 : 1;
  }

  mark(line: TextLine): void {
    if (this.#asideCount > 0) line.setAside();
    else if (this.#heading !== undefined) line.setHeading(this.#heading);
    else if (this.#quotes > 0) line.role = 'quotation';
    else if (this.#isItem) line.role = 'item';
  }
}
