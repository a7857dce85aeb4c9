import phrases from '../words/boilerplate-sections.data.json' with { type: 'json' };
import { countWords, endsSentence, normalizePhrase, startsWithPhrase } from '../words/line-shape.ts';
import { type DraftBlock, firstText, lastText, lengthOf } from './draft-block.ts';

const sectionPhrases: ReadonlySet<string> = new Set(phrases.sections);
const aboutPhrases: ReadonlySet<string> = new Set(phrases.about);
const contactPhrases: ReadonlySet<string> = new Set(phrases.contacts);
const titleLengthMax = 90;
/** The company that a press release is from is described after this share of its blocks. */
const aboutShareMin = 0.3;
const proseMin = 2;
/** An abstract is expected among the first blocks, after authors and affiliations. */
const abstractBlocksMax = 60;

/**
 * Sets the parts of press releases and papers aside that are not their content: the description of the company, contacts,
 * notices, and what is printed between the title and the abstract.
 */
export function markBoilerplate(blocks: readonly DraftBlock[]): void {
  markBeforeAbstract(blocks);
  let prose = 0;
  for (const [index, block] of blocks.entries()) {
    if (block.role === 'prose') prose += 1;
    if (prose < proseMin || lengthOf(block) > titleLengthMax || block.speaker !== undefined) continue;
    const text = firstText(block);
    if (block.role === 'heading') {
      const isAbout = index >= blocks.length * aboutShareMin && startsWithPhrase(text, aboutPhrases, 3) > 0;
      if (sectionPhrases.has(normalizePhrase(text)) || (isAbout && isName(text))) setSection(blocks, index);
    }
    if (block.role !== 'item' && contactPhrases.has(normalizePhrase(text))) setContact(blocks, index);
  }
}

/** "About us" may be content, "About Acme Robotics" is not. */
function isName(text: string): boolean {
  return /\s\p{Lu}[^\s]*$|\s\p{Lu}\S*\s(?:\p{Lu}|&)/u.test(text) && !/[?]/.test(text);
}

function setSection(blocks: readonly DraftBlock[], heading: number): void {
  const level = blocks[heading]?.level ?? 1;
  for (const block of blocks.slice(heading + 1)) {
    if (block.role === 'heading' && (block.level ?? 1) <= level) return;
    if (block.role !== 'heading') block.role = 'aside';
  }
}

/** A contact is a few short lines. */
function setContact(blocks: readonly DraftBlock[], start: number): void {
  for (const block of blocks.slice(start, start + 10)) {
    if (block !== blocks[start] && (lengthOf(block) > 80 || endsSentence(lastText(block)))) return;
    block.role = 'aside';
  }
}

/** Above an abstract are the journal, the authors and their affiliations. */
function markBeforeAbstract(blocks: readonly DraftBlock[]): void {
  const abstract = blocks.findIndex(
    (block, index) => index < abstractBlocksMax && block.lines.length === 1 && isAbstract(firstText(block)),
  );
  if (abstract < 0) return;
  const heading = blocks[abstract];
  if (heading !== undefined) {
    heading.role = 'heading';
    heading.level = 2;
  }
  for (const block of blocks.slice(0, abstract))
    if (block.role === 'prose' || block.role === 'item') block.role = 'aside';
}

function isAbstract(text: string): boolean {
  return (
    text.length <= 20 &&
    /^(?:abstract|zusammenfassung|résumé|resumen|resumo|abstrakt|аннотация|摘要|要旨|초록)$/iu.test(
      normalizePhrase(text.replace(/(?<=^|\s)(\p{Lu}) (?=\p{Lu}(?:\s|$))/gu, '$1')),
    )
  );
}

/** Share of the paragraphs that end as sentences do from which a short line that does not is no content. */
const endedShareMin = 0.8;
const leftoverWordsMax = 8;

/** Sets short lines aside that are neither sentences nor headings, such as names and fields, in a text of sentences. */
export function markLeftovers(blocks: readonly DraftBlock[]): void {
  const paragraphs = blocks.filter((block) => block.role === 'prose' && countWords(firstText(block), 6) >= 6);
  const ended = paragraphs.filter(
    (block) => endsSentence(lastText(block)) || /[:：]$/.test(lastText(block)),
  ).length;
  if (ended < 2 || ended < paragraphs.length * endedShareMin) return;
  const first = blocks.find(({ role }) => role !== 'aside');
  for (const block of blocks) {
    if (block.role !== 'prose' || block.speaker !== undefined || block.isMarked || block.lines.length > 1)
      continue;
    const text = firstText(block);
    if (endsSentence(text) || countWords(text, leftoverWordsMax + 1) > leftoverWordsMax) continue;
    if (/[,;:：—–-]$/u.test(text) && !/^\p{L}+(?:\s\p{L}+)?[:：]$/u.test(text)) continue;
    if (block === first && /^[\p{Lu}\p{Lo}\p{N}]/u.test(text)) {
      block.role = 'heading';
      block.level = 2;
    } else block.role = 'aside';
  }
}

const questionsMin = 2;
const questionLengthMax = 110;

/** Reads the questions of a list of questions and answers as headings: short paragraphs before longer ones without a question. */
export function markQuestions(blocks: readonly DraftBlock[]): void {
  const questions = blocks.filter((block, index) => isQuestion(block, blocks[index + 1]));
  if (questions.length < questionsMin) return;
  for (const question of questions) {
    question.role = 'heading';
    question.level = 3;
  }
}

function isQuestion(block: DraftBlock, next: DraftBlock | undefined): boolean {
  if (block.role !== 'prose' || block.speaker !== undefined || block.lines.length > 2) return false;
  const text = block.lines.map((line) => line.text).join(' ');
  if (text.length > questionLengthMax || !/^[\p{Lu}\p{Lo}¿]/u.test(text) || !/[?？؟]$/.test(text))
    return false;
  if (/[.!?。！？]\s/u.test(text)) return false;
  if (next?.role === 'item') return true;
  return (
    next?.role === 'prose' &&
    !/[?？؟]$/.test(lastText(next)) &&
    lengthOf(next) > 40 &&
    endsSentence(lastText(next))
  );
}
