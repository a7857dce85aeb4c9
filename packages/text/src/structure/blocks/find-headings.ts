import { countWords, endsSentence, isSpaceless, normalizePhrase } from '../words/line-shape.ts';
import { sectionTitles } from '../words/word-sets.ts';
import { type DraftBlock, firstText, lastText, lengthOf } from './draft-block.ts';

const lengthMax = 110;
const wordsMax = 14;
/** Words of a paragraph, of a short one at least. */
const paragraphWordsMin = 6;
/** Titles in a row are the entries of a list, or of a table of contents. */
const runMax = 3;
/** Number of blocks before and after which no address of a letter is expected. */
const followDistanceMax = 7;
const addressDistanceMax = 12;

/**
 * Finds the headings that only their context shows: short lines without a mark at their end before paragraphs of sentences.
 * Where sentences have no marks at all, as in chats and poems, nothing is a heading.
 */
export function findHeadings(blocks: readonly DraftBlock[]): void {
  markIntroducedItems(blocks);
  const paragraphs = blocks.filter((block) => isParagraph(block));
  const ended = paragraphs.filter((block) => endsSentence(lastText(block))).length;
  if (ended === 0 || ended < paragraphs.length * 0.5) return;
  markAddresses(blocks);
  const candidates = blocks.filter(isCandidate);
  if (candidates.length > ended * 3 + 2) return;
  const repeated = countTexts(blocks);
  for (let start = 0; start < blocks.length; ) {
    let end = start;
    while (end < blocks.length && isCandidateAt(blocks, end)) end++;
    if (end > start) markRun(blocks, start, end, repeated);
    start = Math.max(end, start + 1);
  }
}

/** Sets the addresses at the start and the end of letters aside: short lines, some of which have numbers. */
function markAddresses(blocks: readonly DraftBlock[]): void {
  const isClose = (index: number) =>
    index < addressDistanceMax || index >= blocks.length - addressDistanceMax;
  for (let start = 0; start < blocks.length; ) {
    let end = start;
    while (isAddressLine(blocks[end]) && (end === start || blocks[end]?.lines[0]?.gap === 'none')) end++;
    const lines = blocks.slice(start, end);
    const isBeforeGap = blocks[end] === undefined || blocks[end]?.lines[0]?.gap !== 'none';
    const isAddress = lines.length >= 2 && lines.some((block) => /\d/.test(firstText(block)));
    if (isAddress && isBeforeGap && isClose(start)) for (const line of lines) line.role = 'aside';
    start = Math.max(end, start + 1);
  }
}

function isAddressLine(block: DraftBlock | undefined): boolean {
  return (
    block?.role === 'prose' && block.lines.length === 1 && firstText(block).length <= 60 && isCandidate(block)
  );
}

function isParagraph(block: DraftBlock): boolean {
  return block.role === 'prose' && countWords(firstText(block), paragraphWordsMin) >= paragraphWordsMin;
}

function isCandidateAt(blocks: readonly DraftBlock[], index: number): boolean {
  const block = blocks[index];
  return block !== undefined && isCandidate(block);
}

/** Whether a block may be a title. */
function isCandidate(block: DraftBlock): boolean {
  if (block.role === 'heading' && block.lines[0]?.isGuess) return true;
  if (block.role !== 'prose' || block.speaker !== undefined || block.lines.length > 2) return false;
  const text = block.lines.map((line) => line.text).join(' ');
  if (text.length > lengthMax || countWords(text, wordsMax + 1) > wordsMax) return false;
  if (isSpaceless(text.charAt(0)) && text.length > 40) return false;
  if (!/^["'“‘«„¿¡([*_]{0,3}[\p{Lu}\p{Lo}\p{N}]/u.test(text) || !/\p{L}{2}/u.test(text)) return false;
  if (/:$|：$/.test(text)) return countWords(text) <= 4 && block.lines.length === 1;
  return (
    !endsSentence(text) && !/[,;、，；…—–-]$/u.test(text) && !/[.!?]\s+\p{Lu}.*\p{Ll}{3}.*\s/u.test(text)
  );
}

function countTexts(blocks: readonly DraftBlock[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const block of blocks) {
    if (block.lines.length > 1 || firstText(block).length > lengthMax) continue;
    const key = keyOf(block);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function keyOf(block: DraftBlock): string {
  return normalizePhrase(firstText(block).replace(/^\[([^\]]{1,100})\]\([^)]{0,200}\)$/, '$1'));
}

/** Candidates in a row: one to three are headings if content follows, more are a list. */
function markRun(
  blocks: readonly DraftBlock[],
  start: number,
  end: number,
  repeated: ReadonlyMap<string, number>,
): void {
  const run = blocks.slice(start, end);
  const contents = run.filter((block) => (repeated.get(keyOf(block)) ?? 0) > 1);
  if (run.length > runMax && contents.length >= run.length * 0.5 && isFirst(blocks, run, start)) {
    const last = run.at(-1);
    for (const block of run) if (block !== last || contents.includes(block)) block.role = 'aside';
    if (last !== undefined && last.role !== 'aside' && isFollowed(blocks, end)) setHeading(last);
    return;
  }
  const isFollowedRun = isFollowed(blocks, end);
  const before = blocks[start - 1];
  const isList = before !== undefined && /[:：]$/.test(lastText(before)) && before.role === 'prose';
  if (run.length > runMax || isList) {
    for (const block of run) if (block.role !== 'heading' || run.length > runMax * 2) block.role = 'item';
    const last = run.at(-1);
    if (!isList && isFollowedRun && last !== undefined) setHeading(last);
  } else if (isFollowedRun) for (const block of run) setHeading(block);
}

/** Whether the titles of a run occur again after it, rather than before. */
function isFirst(blocks: readonly DraftBlock[], run: readonly DraftBlock[], start: number): boolean {
  const before = new Set(blocks.slice(Math.max(0, start - 200), start).map(keyOf));
  return run.filter((block) => before.has(keyOf(block))).length < run.length / 2;
}

/** Whether a heading has content: a paragraph of sentences, a list, or a marked heading before them. */
function isFollowed(blocks: readonly DraftBlock[], index: number): boolean {
  for (let next = index; next < Math.min(blocks.length, index + followDistanceMax); next++) {
    const block = blocks[next];
    if (block === undefined) return false;
    if (block.role === 'aside' || block.role === 'heading' || isCandidate(block)) continue;
    if (block.role === 'item' || block.role === 'quotation') return true;
    const length = lengthOf(block) * (isSpaceless(firstText(block).charAt(0)) ? 2 : 1);
    return length >= 30 && (endsSentence(lastText(block)) || /[:：]$/.test(lastText(block)) || length > 150);
  }
  return false;
}

function setHeading(block: DraftBlock): void {
  block.role = 'heading';
  block.level = sectionTitles.has(normalizePhrase(firstText(block))) ? 2 : 3;
}

/** Lines after a colon that do not end as sentences do are a list. */
function markIntroducedItems(blocks: readonly DraftBlock[]): void {
  for (const [index, block] of blocks.entries()) {
    if (block.role !== 'prose' || block.speaker !== undefined || !/[:：]$/.test(lastText(block))) continue;
    let end = index + 1;
    while (end < blocks.length && isIntroduced(blocks[end])) end++;
    if (end - index < 3) continue;
    for (const item of blocks.slice(index + 1, end)) item.role = 'item';
  }
}

function isIntroduced(block: DraftBlock | undefined): boolean {
  if (block?.role !== 'prose' || block.speaker !== undefined || block.lines.length > 2) return false;
  const text = lastText(block);
  return (
    /[;,]$/.test(text) || (/^\p{Ll}/u.test(firstText(block)) && !endsSentence(text) && !/[:：]$/.test(text))
  );
}
