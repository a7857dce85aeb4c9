import type { TextLine } from '../lines/text-line.ts';
import { countWords, endsSentence } from '../words/line-shape.ts';

const bulletPattern = /^(?:[•‣◦▪●○■□➤►▶✓✔✗✘❖⁃·∙・*+→⇒]|[-–—](?=\s))\s*(?:\[[ xX]\]\s+)?(?=\S)/u;
/** Lists of social media have symbols as bullets. */
const pictographPattern =
  /^(?![\d#*©®™])(?:\p{Extended_Pictographic}(?:\ufe0f|\u200d|\p{Emoji_Modifier})*){1,3}\s+(?=[\p{L}\p{N}"“«„*])/u;
const orderPattern =
  /^(?:\((?<inBrackets>\d{1,3}|[a-z]|[ivx]{1,5})\)|(?<section>\d{1,2}(?:\.\d{1,2}){1,3})\.?(?=\s)|(?<number>\d{1,3})(?:[.)]\)?|、|．)|(?<letter>[a-z]|[ivx]{2,5})[.)]|(?<circled>[①-⑳]))\s*(?=\S)/u;

/** Reads the items of lists, whose markers are removed. */
export function markItems(lines: readonly TextLine[]): void {
  const hasPictographs = lines.filter(({ text }) => pictographPattern.test(text)).length >= 2;
  const dashes = lines.filter(({ text }) => /^[–—]\s/.test(text)).length;
  for (const [index, line] of lines.entries()) {
    if (line.role === 'item') {
      line.startsBlock = true;
      continue;
    }
    if (!line.isOpen) continue;
    const first = line.text.charCodeAt(0);
    // Letters in upper case begin no item.
    if (first >= 65 && first <= 90) continue;
    // A turn of a conversation may begin with a number.
    if (line.speaker !== undefined && line.startsBlock) continue;
    const number = /^\d{1,3}[.)]\s+/.exec(line.text)?.[0].length ?? 0;
    if (number > 0 && isNumberedHeading(lines, index, number)) {
      line.setHeading(2);
      continue;
    }
    const pictograph = hasPictographs ? (pictographPattern.exec(line.text)?.[0].length ?? 0) : 0;
    const length = pictograph || bulletLength(line, dashes) || orderLength(lines, index);
    if (length === 0) {
      // A dash without a space begins what somebody says, or a paragraph.
      const before = lines[index - 1];
      const isStart = line.gap !== 'none' || before === undefined || endsSentence(before.text);
      if (isStart && /^[,;.:](?:\s|(?=\p{Ll}{2,9}\s\p{Ll}))/u.test(line.text)) line.dropStart(1);
      if (/^[-–](?=\p{Lu}[\p{L}'’]+\s)/u.test(line.text)) line.dropStart(1);
      continue;
    }
    const { letter, inBrackets } = orderPattern.exec(line.text.slice(0, length + 1))?.groups ?? {};
    line.letter = letter ?? inBrackets;
    line.dropStart(length);
    line.role = 'item';
    line.startsBlock = true;
  }
}

function bulletLength({ text }: TextLine, dashes: number): number {
  const marker = bulletPattern.exec(text)?.[0];
  if (marker === undefined) return 0;
  const isWide = /\s$/.test(marker);
  if (/^[*+·→⇒]/.test(marker) && !isWide) return 0;
  // Long dashes begin what somebody says in novels.
  if (/^[–—]/.test(marker) && (dashes < 2 || /[.!?…»]$/.test(text)) && dashes < 3) return 0;
  if (/^—/.test(marker) && /[.!?…]$/u.test(text)) return 0;
  return marker.length;
}

/** A number begins an item if it is not that of a heading; a letter needs another one after it. */
function orderLength(lines: readonly TextLine[], index: number): number {
  const line = lines[index];
  const found = line === undefined ? null : orderPattern.exec(line.text);
  if (line === undefined || found === null) return 0;
  const marker = found[0];
  const { letter, inBrackets, section } = found.groups ?? {};
  // A decimal number may begin a sentence, but not two lines in a row.
  if (section !== undefined) return isSection(lines, index, section) ? marker.length : 0;
  const isWide = /\s$/.test(marker) || /[、．①-⑳]/u.test(marker);
  if (!isWide) return 0;
  if (letter !== undefined || (inBrackets !== undefined && /[a-z]/.test(inBrackets)))
    return hasNeighbor(lines, index, letter ?? inBrackets ?? '') ? marker.length : 0;
  return marker.length;
}

/** Whether a paragraph near the line has a number of the same section. */
function isSection(lines: readonly TextLine[], index: number, section: string): boolean {
  const prefix = section.slice(0, section.lastIndexOf('.') + 1);
  const near = lines.slice(Math.max(0, index - 4), index + 5);
  return near.some(
    (other) => other !== lines[index] && other.range.startIndex >= 0 && startsWithNumber(other, prefix),
  );
}

function startsWithNumber({ text, role }: TextLine, prefix: string): boolean {
  return role === 'item' || (text.startsWith(prefix) && /^\d/.test(text.slice(prefix.length)));
}

function hasNeighbor(lines: readonly TextLine[], index: number, letter: string): boolean {
  const code = letter.charCodeAt(letter.length - 1);
  const near = lines.slice(Math.max(0, index - 6), index + 7);
  return near.some((other) => {
    const found = other === lines[index] ? undefined : orderPattern.exec(other.text)?.groups;
    const marker = other.letter ?? found?.['letter'] ?? found?.['inBrackets'];
    if (marker === undefined) return false;
    return letter.length > 1 || marker.length > 1 || Math.abs(marker.charCodeAt(0) - code) === 1;
  });
}

/** A short title with a number, followed by prose without one. */
function isNumberedHeading(lines: readonly TextLine[], index: number, markerLength: number): boolean {
  const line = lines[index];
  if (line === undefined || lines[index - 1]?.role === 'item') return false;
  const text = line.text.slice(markerLength);
  if (endsSentence(text) || /[,;:]$/.test(text) || text.length > 90 || countWords(text) > 12) return false;
  if (!/^[\p{Lu}\p{Lo}]/u.test(text)) return false;
  const next = lines[index + 1];
  if (next === undefined || !next.isOpen) return false;
  if (/[:：]$/.test(next.text) && next.text.length > 40) return true;
  return next.text.length > 60 && !/^(?:\d{1,3}[.)]|[-*•])\s/.test(next.text) && endsProse(lines, index + 1);
}

/** Whether one of the next lines of a paragraph ends a sentence. */
function endsProse(lines: readonly TextLine[], index: number): boolean {
  return lines.slice(index, index + 3).some(({ text }) => /[.!?。！？](?:\s|["”’)]|$)/u.test(text));
}
