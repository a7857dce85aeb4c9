import type { TextLine } from '../lines/text-line.ts';
import { countWords, endsSentence, normalizePhrase } from '../words/line-shape.ts';
import { labels } from '../words/word-sets.ts';
import { placeholderPattern } from './mark-times.ts';

/** A label before a colon, perhaps in bold, or a nickname in angle brackets. */
const turnPattern =
  /^(?:\*{2}(?<bold>[^*:：<>\n]{1,50}?)(?::\*{2}|\*{2}\s?[:：])|<(?<nick>[^<>\s]{1,30})>(?=\s)|(?<plain>[^:：<>（）\n]{1,50}?)\s?(?:\([^()]{1,30}\)\s?|（[^（）]{1,30}）|\[[^[\]]{1,30}\]\s?)?[:：](?!\/\/))\s*/u;
const namePattern =
  /^(?:[\p{Lu}\p{Lo}@][\p{L}\p{M}\p{N}.'’_-]*(?:[ ,/&]+(?:[\p{Lu}\p{Lo}\p{N}(][\p{L}\p{M}\p{N}.'’()_-]*|of|the|and|de|da|do|van|von|der|la|le|el|al|und|et|y|e)){0,6}|[\w.+-]{1,60}@[\w.-]{1,60}|[\p{Ll}\p{N}][\p{L}\p{N}_.-]{1,29})$/u;
const replyPattern = /^(?:re|aw|fwd?|wg|sv|tr|rv|res)\s?:/i;
const mailPattern = /^[\w.+-]{1,60}@[\w.-]{1,60}$/;

/** The beginning of a sentence in a script that has no spaces, perhaps in quotation marks or brackets. */
const unspacedPattern =
  /^[「『（(“"]?[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Labels of questions and answers, which are no names. */
const questionLabels =
  /^(?:q|a|question|answer|frage|antwort|question|réponse|pregunta|respuesta|pergunta|resposta|domanda|risposta|vraag|antwoord|pytanie|odpowiedź|вопрос|ответ|问|答|問|질문|답변|q&a|[qa]\d{1,2})$/iu;

interface Turn {
  readonly line: TextLine;
  readonly label: string;
  /** Length of the label with the colon and the space after it. */
  readonly length: number;
  readonly value: string;
}

/**
 * Reads the turns of conversations: names of speakers that come before a colon. A label is a name if several lines begin
 * with it, or if most lines of the text begin with names and contain sentences.
 *
 * @returns kind of the conversation; undefined if there is none
 */
export function markTurns(lines: readonly TextLine[]): 'turns' | 'thread' | undefined {
  const open = lines.filter((line) => line.isOpen && line.speaker === undefined);
  const turns = open.map(readTurn).filter((turn) => turn !== undefined);
  if (turns.length < 2) return undefined;
  if (markThread(lines, turns)) return 'thread';
  const names = findSpeakers(turns, open.length);
  if (names === undefined) return undefined;
  const byLine = new Map(turns.filter(({ label }) => names.has(label)).map((turn) => [turn.line, turn]));
  let speaker: string | undefined;
  for (const line of lines) {
    const turn = byLine.get(line);
    if (turn !== undefined) {
      speaker = turn.label;
      line.startsBlock = true;
      line.dropStart(turn.length);
      if (questionLabels.test(turn.label)) speaker = undefined;
      if (speaker === undefined && /[?？؟]$/.test(line.text) && line.isOpen && line.text.length < 200)
        line.setHeading(3);
      else if (speaker === undefined && line.isOpen) continue;
    } else if (line.role === 'heading') speaker = undefined;
    if (line.isDropped || line.role !== undefined || speaker === undefined) continue;
    line.speaker = speaker;
    if (isDirection(line.text) || placeholderPattern.test(line.text)) line.setAside();
  }
  return 'turns';
}

/** A stage direction, or a sound, is in brackets. */
function isDirection(text: string): boolean {
  return /^(?:\([^()]{1,300}\)|\[[^[\]]{1,300}\]|\*[^*]{1,200}\*)[.!]?$/.test(text);
}

function readTurn(line: TextLine): Turn | undefined {
  const head = line.text.slice(0, 120);
  if (!/[:：]|^</.test(head)) return undefined;
  const found = turnPattern.exec(head);
  const label = (found?.groups?.['bold'] ?? found?.groups?.['nick'] ?? found?.groups?.['plain'] ?? '').trim();
  if (found === null || !namePattern.test(label)) return undefined;
  const normalized = normalizePhrase(label);
  const isWord = labels.has(normalized) || labels.has(normalized.replace(/\s*[\d.]+$/, ''));
  const value = line.text.slice(found[0].length);
  // A time or a ratio, and a label of a list.
  if (isWord || /^\d+$/.test(label) || (/\d$/.test(label) && /^\d/.test(value))) return undefined;
  const isSpaced =
    /\s$/.test(found[0]) || value === '' || /[：>]\s*$/.test(found[0]) || unspacedPattern.test(value);
  return isSpaced ? { line, label, length: found[0].length, value } : undefined;
}

/** @returns the names; undefined if the text is not a conversation */
function findSpeakers(turns: readonly Turn[], lineCount: number): ReadonlySet<string> | undefined {
  const counts = new Map<string, number>();
  for (const { label } of turns) counts.set(label, (counts.get(label) ?? 0) + 1);
  const repeated = turns.filter(({ label }) => (counts.get(label) ?? 0) > 1);
  const sentences = turns.filter(({ value }) => isSaid(value)).length;
  if (sentences < turns.length * 0.4) return undefined;
  const isMostlyTurns = turns.length >= lineCount * 0.6;
  if (repeated.length >= turns.length * 0.4 && repeated.length >= lineCount * 0.1) {
    const isCertain = isMostlyTurns || repeated.length >= lineCount * 0.3;
    return new Set((isCertain ? turns : repeated).map(({ label }) => label));
  }
  // A name of a script without spaces looks like any other label, such as "Place", unless it is repeated.
  const isEachOnce =
    isMostlyTurns &&
    turns.every(
      ({ label }) => /^[\p{Lu}\p{Lo}]/u.test(label) && !unspacedPattern.test(label) && countWords(label) <= 4,
    );
  return isEachOnce && sentences >= turns.length * 0.7 ? new Set(counts.keys()) : undefined;
}

function isSaid(value: string): boolean {
  return value === '' || endsSentence(value) || countWords(value, 7) >= 7 || /[…,—–-]$|\)$/u.test(value);
}

/**
 * Reads a thread in which each message begins with its sender and its subject: the first subject is the title.
 *
 * @returns whether the text is a thread
 */
function markThread(lines: readonly TextLine[], turns: readonly Turn[]): boolean {
  const [first, ...others] = turns;
  if (first === undefined || first.line !== lines[0]) return false;
  const subject = subjectKey(first.value);
  const isHeader = ({ line, label, value }: Turn) =>
    line.gap !== 'none' &&
    (replyPattern.test(value) || subjectKey(value) === subject || mailPattern.test(label));
  const headers = new Map([first, ...others.filter(isHeader)].map((turn) => [turn.line, turn]));
  if (
    headers.size < 2 ||
    !others.some(
      ({ line, value }) => line.gap !== 'none' && (replyPattern.test(value) || subjectKey(value) === subject),
    )
  )
    return false;
  let speaker = '';
  for (const line of lines) {
    const turn = headers.get(line);
    if (turn === undefined) {
      if (line.isOpen) line.speaker = speaker;
      continue;
    }
    speaker = turn.label;
    if (line === first.line) {
      line.role = 'title';
      line.level = 1;
      line.dropStart(turn.length);
    } else line.setAside();
  }
  return true;
}

function subjectKey(subject: string): string {
  let key = subject.trim().toLowerCase();
  while (replyPattern.test(key)) key = key.replace(replyPattern, '').trim();
  return key.slice(0, 100);
}
