import type { TextLine } from '../lines/text-line.ts';
import { countWords, endsSentence, isSpaceless, startsWithPhrase } from '../words/line-shape.ts';
import { numberedHeadingWords, sectionTitles } from '../words/word-sets.ts';
import { isPhrase } from './classify-line.ts';

const headingLevelMax = 6;
/** Links to edit a section, in text copied from a wiki. */
const editPattern =
  /\s?\[(?:edit|edit source|bearbeiten|modifier|editar|modifica|bewerken|edytuj|править|編集|编辑|編輯|편집|sửa)(?:[ |][^[\]]{0,40})?\]$/iu;
const underlinePattern = /^([=\-~^"'`#*+_])\1{2,}$/;

/** Reads the headings that are marked by `#`, `==` or an underline, and drops rules across the page. */
export function markMarkedHeadings(lines: readonly TextLine[]): void {
  const hasWiki = lines.some(({ text }) => /^={2,6}\s?[^=\s].*[^=]$|^={2,6}\s?[^=]+={2,6}$/.test(text));
  for (const [index, line] of lines.entries()) {
    if (line.role === 'heading' && line.isDropped === false) continue;
    if (!line.isOpen || line.speaker !== undefined) continue;
    const edit =
      line.text.length < 150 && line.text.endsWith(']') ? editPattern.exec(line.text)?.[0] : undefined;
    if (edit !== undefined) {
      line.dropEnd(edit.length);
      if (!line.isDropped) line.setHeading(2);
      continue;
    }
    const first = line.text.charCodeAt(0);
    if (first === 35) markAtx(line);
    else if (first === 61 && hasWiki) markWiki(line);
    if (!line.isOpen || line.text.length > 150) continue;
    if (underlinePattern.test(line.text)) markUnderline(lines, index);
    else if (/^[\p{P}\p{S}\s]+$/u.test(line.text))
      line.isDropped = !/[|$€£¥%?!]/.test(line.text) || line.text.length > 3;
  }
}

/** Reads the headings that begin with a number or a word such as "Chapter", are usual titles, or have capital letters only. */
export function markHeadings(lines: readonly TextLine[]): void {
  for (const [index, line] of lines.entries()) {
    if (!line.isOpen || line.speaker !== undefined || line.text.length > 150) continue;
    if (isNumbered(lines, index) || isCapital(lines, index)) line.setHeading(levelOf(line.text));
    else if (isSectionTitle(lines, index)) {
      line.setHeading(levelOf(line.text));
      line.isGuess = true;
    }
  }
}

function markAtx(line: TextLine): void {
  const marker = /^(#{1,6})[ \t]+(?=\S)/.exec(line.text);
  if (marker === null || (/[.!?]$/.test(line.text) && line.text.length > 150)) return;
  line.dropStart(marker[0].length);
  const closing = /\s+#+$/.exec(line.text.slice(-20));
  if (closing !== null) line.dropEnd(closing[0].length);
  line.setHeading(marker[1]?.length ?? 1);
}

function markWiki(line: TextLine): void {
  const marker = /^(={1,6})\s*(?=[^=\s])/.exec(line.text);
  if (marker === null || line.text.length > 200) return;
  line.dropStart(marker[0].length);
  const closing = /\s*=+$/.exec(line.text.slice(-20));
  if (closing !== null) line.dropEnd(closing[0].length);
  line.setHeading(Math.max(1, (marker[1]?.length ?? 2) - 1));
}

/** An underline makes the short line before it a heading; elsewhere it is a rule. */
function markUnderline(lines: readonly TextLine[], index: number): void {
  const line = lines[index];
  const before = lines[index - 1];
  if (line === undefined) return;
  line.isDropped = true;
  if (before === undefined || line.gap !== 'none' || !before.isOpen || before.speaker !== undefined) return;
  const isAlone = before.gap !== 'none' || index === 1 || lines[index - 2]?.isOpen === false;
  const mark = line.text.charAt(0);
  if (!isAlone || before.text.length > 120 || (endsSentence(before.text) && mark !== '=')) return;
  if (mark !== '=' && mark !== '-' && line.text.length < before.text.length * 0.7) return;
  before.setHeading(mark === '=' ? 1 : mark === '-' ? 2 : 3);
}

/** "Chapter 1", "Article 5: Fees", "§ 4", "2.3 Results", "IV. Findings". */
function isNumbered(lines: readonly TextLine[], index: number): boolean {
  const text = lines[index]?.text ?? '';
  if (text.length > 100 || /[,;]$/.test(text) || !/[\d§IVXLC第제]/.test(text.slice(0, 40))) return false;
  if (
    /^第\s?[\d一二三四五六七八九十百零〇]{1,6}\s?[章节節条條部编編篇回课課款項项](?:[\s　:：].{0,40})?$/u.test(
      text,
    )
  )
    return true;
  if (/^제\s?\d{1,3}\s?[장절조편부](?:[\s:.(].{0,40})?$/u.test(text)) return true;
  if (endsSentence(text.replace(/(?<=^[^\d]{0,20}\d{1,3})\.$/, ''))) return false;
  if (/^§{1,2}\s?\d{1,4}[a-z]?(?:\s.{1,80})?$/.test(text)) return true;
  const length = startsWithPhrase(text, numberedHeadingWords, 2);
  if (length > 0 && /^\p{Lu}|^\p{Lo}/u.test(text))
    return (
      /^\s(?:\d{1,4}(?:\.\d{1,3})*|[IVXLC]{1,7}|[A-Z]|one|two|three|four|five|six|seven|eight|nine|ten)(?:$|[.:)–—-](?:\s|$)|\s[-–—:]|\s\p{Lu}.{0,60}$)/u.test(
        text.slice(length),
      ) && countWords(text) <= 12
    );
  const section = /^(?:\d{1,2}(?:\.\d{1,3}){1,4}\.?|[IVX]{1,6}\.)\s+(?=\p{Lu}|\p{Lo})/u.exec(text);
  if (section === null || countWords(text) > 12) return false;
  return !/[:;,]$/.test(text) && !/\d(?:st|nd|rd|th|%|\s?(?:million|billion|percent))/.test(text);
}

/** A usual title of a section, alone on its line, with something after it. */
function isSectionTitle(lines: readonly TextLine[], index: number): boolean {
  const line = lines[index];
  const text = (line?.text ?? '').replace(/^(?:\d{1,2}(?:\.\d{1,2})*\.?|[IVX]{1,5}\.)\s+/, '');
  if (line === undefined || index === lines.length - 1 || endsSentence(text)) return false;
  return /^[\p{Lu}\p{Lo}]/u.test(text) && isPhrase(text, sectionTitles);
}

/** Capital letters only, in a text that has others too. */
function isCapital(lines: readonly TextLine[], index: number): boolean {
  const text = lines[index]?.text ?? '';
  if (text.length < 3 || text.length > 90 || /\p{Ll}|\p{Lo}/u.test(text) || !/\p{Lu}{3}/u.test(text))
    return false;
  if (/[.!?,;]$/.test(text.replace(/^(?:\d+|[A-Z])\./, '').trim()) || isSpaceless(text.charAt(0)))
    return false;
  const next = lines[index + 1];
  return next !== undefined && /\p{Ll}{3}/u.test(next.text) && countWords(text) <= 12;
}

/** Level by the numbers of a heading: `2.3` is of the second level. */
function levelOf(text: string): number {
  const number = /^(?:\D{0,15}?)(\d{1,3}(?:\.\d{1,3})*)/.exec(text)?.[1];
  return number === undefined ? 2 : Math.min(headingLevelMax, number.split('.').length + 1);
}
