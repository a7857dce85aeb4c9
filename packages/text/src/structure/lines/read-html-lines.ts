import { countWords, endsSentence } from '../words/line-shape.ts';
import blockTags from './block-tags.data.json' with { type: 'json' };
import { OpenElements } from './open-elements.ts';
import { LineReader } from './read-lines.ts';
import { TagScanner } from './tag-scanner.ts';
import type { TextLine } from './text-line.ts';

const names = blockTags.join('|');
/** A tag that starts a line, or the end of a block: other mentions of tags are prose. */
const htmlPattern = new RegExp(
  `^[ \\t]*<(?:!doctype html|(?:${names})[\\s/>])|</(?:p|div|li|h[1-6]|td|ul)>`,
  'im',
);
/** Start of a page, in the first characters of a text. */
const pagePattern = /^[ \t]*<(?:!doctype html|html|head|body)[\s>]/im;
const pageHeadLength = 3000;
const tagPattern = new RegExp(`<!--|<!doctype\\b|<(?<close>/?)(?<name>${names})(?=[\\s/>])`, 'gi');

/** Elements whose content is no text. */
const skippedPattern = /^(?:script|style|template)$/;

const linksLengthMax = 20_000;
const linkPattern = /<a\s[^<>]{0,2000}>[\s\S]{0,500}?<\/a>/gi;
const anyTagPattern = /<[^<>]{0,2000}>/g;
/** Share of the letters outside of links in navigation. */
const outsideShareMax = 0.15;

/** Whether a text contains HTML. */
export function hasHtml(source: string): boolean {
  return source.includes('<') && (htmlPattern.test(source) || source.includes('<!--'));
}

/** Whether a text is HTML as a whole, rather than Markdown with tags: its line breaks mean nothing. */
export function isHtmlPage(source: string): boolean {
  const trimmed = source.trim();
  return (
    pagePattern.test(trimmed.slice(0, pageHeadLength)) ||
    (htmlPattern.test(trimmed.slice(0, 200)) && trimmed.startsWith('<') && trimmed.endsWith('>'))
  );
}

/** Reads the lines of a text with HTML: tags of blocks end lines, and give their role. */
export function readHtmlLines(source: string): TextLine[] {
  const reader = new LineReader(source);
  const scanner = new TagScanner(source);
  const isPage = isHtmlPage(source);
  const open = new OpenElements();
  const unclosed = new Set<string>();
  let end = 0;
  const readUntil = (index: number) => {
    const isPassage = isPage && !open.isPreformatted;
    const lines = isPassage ? reader.readPassage(end, index) : reader.read(end, index);
    for (const line of lines) {
      open.mark(line);
      const html = isPage ? source.slice(line.startIndex, line.endIndex) : '';
      if (html.includes('<') && !/[\p{L}\p{N}]/u.test(html.replace(anyTagPattern, ''))) line.isDropped = true;
      if (isPage && line.role !== 'heading' && isLinks(html)) line.setAside();
    }
  };
  tagPattern.lastIndex = 0;
  for (let found = tagPattern.exec(source); found !== null; found = tagPattern.exec(source)) {
    const { close, name } = found.groups ?? {};
    const tagEnd =
      name === undefined
        ? endOfDeclaration(source, found[0], found.index)
        : scanner.endOfTag(tagPattern.lastIndex);
    if (tagEnd === undefined) continue;
    readUntil(found.index);
    tagPattern.lastIndex = end = tagEnd;
    if (name === undefined) continue;
    const tag = name.toLowerCase();
    const isClosing = close === '/';
    if (skippedPattern.test(tag) && !isClosing && !unclosed.has(tag)) {
      const closed = endOfElement(source, tag, end);
      if (closed === undefined) unclosed.add(tag);
      else tagPattern.lastIndex = end = closed;
    }
    if (tag !== 'br') reader.separate();
    open.update(tag, isClosing);
  }
  readUntil(source.length);
  return reader.lines;
}

/** End of a comment, which may be missing, or of the declaration of a document type. */
function endOfDeclaration(source: string, start: string, startIndex: number): number {
  const [mark, lengthMax] = start === '<!--' ? ['-->', source.length] : ['>', 500];
  const found = source.slice(startIndex, startIndex + lengthMax).indexOf(mark);
  return found < 0 ? source.length : startIndex + found + mark.length;
}

/** @returns undefined for an element that is never closed, whose content is read as text */
function endOfElement(source: string, name: string, startIndex: number): number | undefined {
  const closing = new RegExp(`</${name}\\s*>`, 'gi');
  closing.lastIndex = startIndex;
  const found = closing.exec(source);
  return found === null ? undefined : found.index + found[0].length;
}

/** Whether nearly all of a line is links, as in navigation; a sentence may be one link. */
function isLinks(line: string): boolean {
  if (line.length > linksLengthMax || !line.includes('</a>')) return false;
  const outside = line.replace(linkPattern, ' ').replace(anyTagPattern, ' ');
  const all = line.replace(anyTagPattern, ' ').trim();
  if (countLetters(outside) > countLetters(all) * outsideShareMax) return false;
  return (line.match(/<\/a>/gi) ?? []).length > 1 || !endsSentence(all) || countWords(all, 9) < 9;
}

function countLetters(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}
