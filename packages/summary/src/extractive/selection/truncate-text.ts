import { codePointStart } from '@quern/text/surrogates';

/** Minimum share of the length that a cut after a clause or a word must fill; otherwise the next finer cut is made. */
const clauseShareMin = 0.5;
const wordShareMin = 0.3;

/** Assumed maximum length of a grapheme, which bounds the search for its start. */
const graphemeLengthMax = 512;

/**
 * Truncates a text after a clause, else after a word, else after a grapheme (UAX 29), so never within a surrogate pair or
 * a combined character.
 *
 * @param lengthMax in UTF-16 code units
 * @returns the beginning of the text; '' when its first grapheme is too long
 */
export function truncateText(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  const head = text.slice(0, Math.max(lengthMax, 0) + 1);
  const clauseEnd = head.search(/[,;:–—、，；：](?!.*[,;:–—、，；：][\s\p{Lo}])[\s\p{Lo}]/su);
  if (clauseEnd > lengthMax * clauseShareMin) return head.slice(0, clauseEnd).trimEnd();
  const wordEnd = lastSpace(text, lengthMax);
  const words =
    wordEnd > lengthMax * wordShareMin ? text.slice(0, wordEnd).replace(/[\s,;:–—(«“"']+$/u, '') : '';
  if (words !== '') return words;
  return text.slice(0, lastGraphemeEnd(text, lengthMax)).trimEnd();
}

/** The last white space at or before `lengthMax`, or 0. */
function lastSpace(text: string, lengthMax: number): number {
  for (let at = lengthMax; at > 0; at--) if (/\s/u.test(text[at] ?? '')) return at;
  return 0;
}

function lastGraphemeEnd(text: string, lengthMax: number): number {
  const start = knownGraphemeStart(text, lengthMax);
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  let end = start;
  for (const { index, segment } of segmenter.segment(text.slice(start, lengthMax + graphemeLengthMax))) {
    const next = start + index + segment.length;
    if (next > lengthMax) break;
    end = next;
  }
  return end;
}

/** A position shortly before the end where a grapheme starts: an ASCII letter or a space, or the start of the text. */
function knownGraphemeStart(text: string, lengthMax: number): number {
  const searchStart = Math.max(0, lengthMax - graphemeLengthMax);
  for (let start = lengthMax - 1; start > searchStart; start--) {
    if (/[a-z ]/i.test(text[start] ?? '')) return start;
  }
  return codePointStart(text, searchStart);
}
