import { splitSentences } from '@quern/text/sentences/split-sentences';

/** Introductions that models write before a summary, up to a colon. */
const preamble =
  /^(?:(?:sure|certainly|of course|okay|gerne|natürlich|bien sûr|claro)\b[^\n:：.!]{0,80}[:：!.]\s*|(?:here|hier|voici|aquí|aqui|ecco|以下)[^\n:：.]{0,120}[:：]\s*|[^\n:：.]{0,80}(?:summary|zusammenfassung|résumé|resumen|resumo|riassunto|samenvatting|摘要|总结|要約|резюме)[^\n:：.]{0,40}[:：]\s*)/iu;

/** Remarks after a summary, such as a count of characters or an offer. */
const afterword =
  /\n+\s*(?:[([*_]*(?:note|hinweis|character count|word count|let me know|anmerkung|nota)\b[^\n]*|\(\d+ (?:characters|words|zeichen|wörter)[^\n]*\))\s*$/iu;

const terminal = /[\p{Sentence_Terminal}…][\p{Pe}\p{Pf}"'”’»]*$/u;
/** A line break within a sentence that is wrapped to a width. */
const wrappedLine = /(?<=[^\n]{40}[\p{L}\p{N},;])\n(?=[\p{L}\p{N}])(?!\d{1,2}[.)]\s)/gu;

/** Longest line without a final period that is a heading. */
const headingWordsMax = 10;

/**
 * Turns the output of a language model into sentences of plain prose: without Markdown, headings, introductions,
 * enclosing quotation marks, HTML entities and line breaks.
 *
 * @param language BCP 47 tag of the output
 * @param isCutOff whether the last sentence is incomplete
 */
export function cleanOutput(output: string, language: string, isCutOff: boolean): string[] {
  const lines = trimLines(unwrap(output))
    .replace(afterword, '')
    .replace(wrappedLine, ' ')
    .split(/\n+/)
    .map((line) => ({
      text: cleanLine(line),
      isMarked: /^\s*(?:#{1,6}\s|(?:\*\*|__).+(?:\*\*|__):?\s*$)/u.test(line),
    }))
    .filter(({ text }) => text !== '')
    .filter(({ text, isMarked }, _, all) => !isHeading(text, isMarked, all.length > 1))
    .map(({ text }) => text.replace(preamble, ''));
  const sentences = lines.flatMap((line) =>
    splitSentences(line, language).map(({ text }) => stripQuotes(text)),
  );
  const last = sentences.at(-1);
  if (isCutOff && last !== undefined && !terminal.test(last)) sentences.pop();
  const seen = new Set<string>();
  return sentences.filter((sentence) => {
    const key = sentence.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');
    if (!/[\p{L}\p{N}]/u.test(key) || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Removes white space around lines, and empty lines. */
function trimLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

/** Takes the text out of a code fence, a JSON object or string, and enclosing quotation marks. */
function unwrap(output: string): string {
  const text = decodeEntities(
    output
      .trim()
      .replace(/^`{3,}[a-z]*\s*\n?|\n?`{3,}$/gi, '')
      .trim(),
  );
  if (/^[{"[]/.test(text)) {
    try {
      const value: unknown = JSON.parse(text);
      const found = findText(value);
      if (found !== undefined) return found;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  return text;
}

/** Depth of JSON objects that are searched. */
const depthMax = 8;

/** The string of a JSON value: itself, the sentences of an array, or the longest string of an object. */
function findText(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return value;
  if (Array.isArray(value))
    return value.every((item) => typeof item === 'string') ? value.join('\n') : undefined;
  if (typeof value !== 'object' || value === null || depth > depthMax) return undefined;
  const texts = Object.values(value).flatMap((item: unknown) => findText(item, depth + 1) ?? []);
  return texts.sort((left, right) => right.length - left.length)[0];
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

function decodeEntities(text: string): string {
  return text
    .replace(/&(amp|lt|gt|quot|apos|nbsp|#39);/g, (_, name: string) => entities[name] ?? "'")
    .replace(/\\(["'*_#])/g, '$1');
}

function cleanLine(line: string): string {
  return line
    .replace(/^\s*(?:>\s?)+/u, '')
    .replace(/^\s*(?:#{1,6}\s+|[-*+•–]\s+|\d{1,2}[.)]\s+(?=[\p{L}*_"“]))/u, '')
    .replace(/^\s*\|.*\|\s*$/u, '')
    .replace(/^\s*(?:[-*_]\s*){3,}$/u, '')
    .replace(/!\[[^[\]]{0,300}\]\([^()]{0,1000}\)/g, '')
    .replace(/\[([^[\]]{1,300})\]\([^()\s]{0,1000}\)/g, '$1')
    .replace(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/gu, '$2')
    .replace(/(?<![\p{L}\p{N}*_])([*_])(?=\S)([^*_]+?)(?<=\S)\1(?![\p{L}\p{N}*_])/gu, '$2')
    .replace(/`([^`]+)`/g, '$1')
    .replace(/<\/?[a-z][^>]{0,80}>/giu, '')
    .replace(/\p{Cc}|[\u200b\ufeff\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
}

function isHeading(text: string, isMarked: boolean, hasOthers: boolean): boolean {
  if (terminal.test(text)) return false;
  if (isMarked || /[:：]$/u.test(text)) return true;
  return hasOthers && text.split(/\s+/u).length <= headingWordsMax && text.length < 80;
}

/** Removes quotation marks around a whole sentence. */
function stripQuotes(sentence: string): string {
  const match = /^["“„«]([^"“”„«»]+)["“”»]$/u.exec(sentence);
  return match?.[1] ?? sentence;
}
