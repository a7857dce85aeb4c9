import type { TextLine } from '../lines/text-line.ts';
import closingFormulas from '../words/closing-formulas.data.json' with { type: 'json' };
import { countWords, endsSentence, normalizePhrase, startsWithPhrase } from '../words/line-shape.ts';
import {
  attributionEndings,
  closingPhrases,
  headerFields,
  messageDividers,
  salutationPhrases,
  senderFields,
  subjectFields,
} from '../words/word-sets.ts';
import { isPhrase } from './classify-line.ts';
import { markFooters } from './mark-footers.ts';

const fieldPattern = /^\*{0,2}([\p{L}\p{M}][\p{L}\p{M} '’-]{0,29})\s{0,3}(?:\*\*)?[:：]\*{0,2}\s*(.*)$/u;
const signatureLinesMax = 20;
/** A name after hyphens. */
const signOffPattern = /^[-–—~]{1,2}\s?\p{Lu}[\p{L}.]+(?:\s\p{Lu}[\p{L}.]*)?$/u;

/**
 * Reads the parts of messages: header fields, lines that introduce a quoted message, salutations, closings and signatures.
 * The subject of the first message is the title, and the senders of several messages are the speakers.
 *
 * @returns whether the text has messages
 */
export function markMessages(lines: readonly TextLine[]): boolean {
  const headers = markHeaders(lines);
  if (headers === 0) markTopic(lines);
  for (let index = 0; index < lines.length; index++) markAttribution(lines, index);
  markSignatures(lines);
  return headers > 0;
}

function fieldOf(line: TextLine | undefined): { name: string; value: string } | undefined {
  if (line === undefined || line.text.length > 1000 || !/[:：]/.test(line.text.slice(0, 40)))
    return undefined;
  const [, name = '', value = ''] = fieldPattern.exec(line.text) ?? [];
  const normalized = name.trim().toLowerCase();
  return headerFields.has(normalized) || /^x-[\w-]+$/.test(normalized)
    ? { name: normalized, value }
    : undefined;
}

/** @returns number of the headers found */
function markHeaders(lines: readonly TextLine[]): number {
  const headers: { start: number; end: number; sender: string }[] = [];
  for (let index = 0; index < lines.length; index++) {
    if (fieldOf(lines[index]) === undefined || lines[index]?.isOpen === false) continue;
    const header = readHeader(lines, index);
    if (!header.isHeader) {
      index = Math.max(index, header.end - 1);
      continue;
    }
    headers.push({ start: index, ...header });
    for (const line of lines.slice(index, header.end)) line.setAside();
    if (headers.length === 1) setSubject(lines.slice(index, header.end), lines.slice(0, index));
    index = header.end - 1;
  }
  const messages = headers.map(({ end, sender }, position) => ({
    start: end,
    end: headers[position + 1]?.start ?? lines.length,
    sender,
  }));
  markFooters(lines, messages);
  if (messages.length < 2) return messages.length;
  for (const { start, end, sender } of messages)
    for (const line of lines.slice(start, end)) if (line.isOpen && sender !== '') line.speaker = sender;
  return messages.length;
}

/** Header fields in a row: several of them, one of which names the sender or the subject. */
function readHeader(
  lines: readonly TextLine[],
  start: number,
): { readonly end: number; readonly sender: string; readonly isHeader: boolean } {
  const names = new Set<string>();
  let sender = '';
  let end = start;
  for (; end < lines.length; end++) {
    const line = lines[end];
    const field = fieldOf(line);
    if (line === undefined || (end > start && line.gap !== 'none')) break;
    if (field === undefined) {
      const isValue = fieldOf(lines[end - 1])?.value === '' && line.text.length < 80;
      if ((line.indent > 0 || isValue) && names.size > 0) continue;
      break;
    }
    names.add(field.name);
    if (senderFields.has(field.name)) sender ||= senderName(field.value);
  }
  const isHeader =
    names.size >= 2 && [...names].some((name) => subjectFields.has(name) || senderFields.has(name));
  return { end, sender, isHeader };
}

/** The name in `Jane Doe <jane@example.org>`, else the address. */
function senderName(value: string): string {
  const name = value.replace(/[<[(].{0,300}$/, '').replace(/^["'\s]+|["'\s,]+$/g, '');
  return name === '' ? value.replace(/[<>]/g, '').trim() : name;
}

/** A topic of a forum is among the first lines. */
const topicLinesMax = 4;
const topicPattern = /^\[([\p{L}\p{M}]{3,20})\]\s(\S.*)$/u;

/** The topic of a thread without other fields is its title: "Thread: The kiln does not start", "[Onderwerp] …". */
function markTopic(lines: readonly TextLine[]): void {
  for (const line of lines.slice(0, topicLinesMax)) {
    const [, name = '', value = ''] = topicPattern.exec(line.text.slice(0, 300)) ?? [];
    const isTopic = subjectFields.has(name.toLowerCase());
    const found = isTopic ? value : subjectOf(line);
    if (!line.isOpen || found === '' || endsSentence(found.replace(/[?!]$/, ''))) continue;
    setTitle(line, found);
    return;
  }
}

/** The value of a field that contains the subject; '' in all other lines. */
function subjectOf(line: TextLine | undefined): string {
  const field = fieldOf(line);
  return field !== undefined && subjectFields.has(field.name) ? field.value : '';
}

function setSubject(header: readonly TextLine[], before: readonly TextLine[]): void {
  if (before.some(({ isOpen }) => isOpen)) return;
  const subject = header.find((line) => subjectOf(line) !== '');
  if (subject !== undefined) setTitle(subject, subjectOf(subject));
}

/** Makes the end of a line the title. */
function setTitle(subject: TextLine, value: string): void {
  subject.dropStart(subject.text.length - value.length);
  const prefix =
    /^(?:\[[\w .-]{1,30}\]\s*|(?:re|aw|fwd?|wg|sv|tr|rv|enc|odp|вн|отв)\s?(?:\[\d+\])?:\s*)+/i.exec(
      subject.text,
    );
  if (prefix !== null) subject.dropStart(prefix[0].length);
  subject.role = 'title';
  subject.level = 1;
}

/** Lines before a quoted message, such as "On Monday, Jane wrote:", on one line or two, and dividers between messages. */
function markAttribution(lines: readonly TextLine[], index: number): void {
  const line = lines[index];
  if (line === undefined || line.text.length > 300) return;
  if (/^[-_=*]{2,}[^-_=*]{3,60}[-_=*]{2,}$/.test(line.text)) {
    const phrase = normalizePhrase(line.text.replace(/[-_=*]+/g, ' ').trim());
    if (messageDividers.has(phrase)) line.setAside();
  } else if (/^begin forwarded message:$/i.test(line.text)) line.setAside();
  if (!line.isOpen && line.role !== 'quotation') return;
  const before = lines[index - 1];
  if (!/[:：]$/.test(line.text)) return;
  const verb = line.text.slice(0, -1).trimEnd().toLowerCase();
  if (!attributionEndings.some((ending) => verb.endsWith(ending))) return;
  if (/\d|@/.test(line.text)) line.setAside();
  if (before?.isOpen && line.gap === 'none' && /\d/.test(before.text) && !endsSentence(before.text)) {
    before.setAside();
    line.setAside();
  }
}

/** After a line of two hyphens up to the next message. */
function markSignatures(lines: readonly TextLine[]): void {
  for (const [index, line] of lines.entries()) {
    if (!/^--$/.test(line.text) || !line.isOpen || index === 0) continue;
    let end = index + 1;
    while (end - index <= signatureLinesMax && (lines[end]?.isOpen ?? false)) end++;
    if (end - index > signatureLinesMax) continue;
    line.isDropped = true;
    for (const own of lines.slice(index + 1, end)) own.setAside();
  }
}

/** Sets salutations and closings aside, where they are lines of their message. */
export function markSalutations(lines: readonly TextLine[]): void {
  for (const [index, line] of lines.entries()) {
    if (line.isOpen && line.text.length < 250 && index > 0 && formulaPattern.test(line.text)) line.setAside();
    if (!line.isOpen || line.text.length > 80) continue;
    if (isClosing(line.text)) markClosing(lines, index);
    if (line.isOpen && isSignature(lines, index)) line.setAside();
    if (line.isOpen && (isSalutation(lines, index) || signOffPattern.test(line.text))) line.setAside();
  }
}

/** A salutation is short and has a comma at its end, or nothing. The salutations of dialogues are said. */
function isSalutation(lines: readonly TextLine[], index: number): boolean {
  const text = lines[index]?.text ?? '';
  const isFirst = index === 0 || lines[index - 1]?.isOpen === false || lines[index]?.gap !== 'none';
  if (!isFirst || !/[,!:،，、：！\p{L}]$/u.test(text) || countWords(text) > 7 || index === lines.length - 1)
    return false;
  if (/^\p{Lu}\p{L}{1,20},$/u.test(text)) return true;
  const length = startsWithPhrase(text, salutationPhrases);
  if (length === 0) return false;
  const rest = text.slice(length).replace(/^[\s,،，、]+/u, '');
  return /[,،，、]$/.test(text) || rest === '' || /^[!:：]$/.test(rest) || isName(rest);
}

/** The name of the writer at the end of a message of a thread. */
function isSignature(lines: readonly TextLine[], index: number): boolean {
  const line = lines[index];
  const next = lines[index + 1];
  if (line?.speaker === undefined || lines[index - 1]?.speaker !== line.speaker) return false;
  const isLast = next === undefined || !next.isOpen || next.speaker !== line.speaker;
  return isLast && countWords(line.text, 4) <= 3 && !endsSentence(line.text) && isName(line.text);
}

function isName(text: string): boolean {
  const words = text.replace(/[,!:،，：.]/gu, '').split(/\s+/);
  return (
    words.length <= 4 &&
    words.every((word) =>
      /^(?:[\p{Lu}\p{Lo}]|all\b|everyone|team|zusammen|à|tous|todos|tutti|allen)/u.test(word),
    )
  );
}

/** Sentences that close a letter. */
const formulaPattern = new RegExp(`^(?:${closingFormulas.join('|')})`, 'i');

function isClosing(text: string): boolean {
  if (countWords(text) > 7) return false;
  const length = startsWithPhrase(text, closingPhrases, 5);
  if (length === 0) return false;
  const rest = text.slice(length).replace(/^[\s,.!，。！،]+/u, '');
  return rest === '' || (rest.length <= 40 && isName(rest));
}

/** A closing ends a message: short lines such as names follow it, if any. */
function markClosing(lines: readonly TextLine[], index: number): void {
  const line = lines[index];
  if (line === undefined) return;
  const isShort = ({ text }: TextLine) => text.length <= 60 && !endsSentence(text.replace(/\.$/, ''));
  let end = index + 1;
  let blanks = 0;
  for (; end < Math.min(lines.length, index + 8); end++) {
    const next = lines[end];
    if (next === undefined || !next.isOpen || next.speaker !== line.speaker) break;
    if (next.gap !== 'none' && ++blanks > 1) break;
    if (!isShort(next)) break;
  }
  const next = lines[end];
  const isAtEnd = next === undefined || !next.isOpen || next.gap !== 'none' || next.speaker !== line.speaker;
  if (
    !isAtEnd ||
    (line.gap === 'none' &&
      end - index > 1 &&
      lines[index - 1]?.isOpen &&
      !/[,，،]$/.test(line.text) &&
      countWords(line.text) < 2)
  ) {
    // Without names after it, only a whole phrase is certain to be a closing.
    if (isPhrase(line.text, closingPhrases)) line.setAside();
    return;
  }
  for (const own of lines.slice(index, end)) own.setAside();
}
