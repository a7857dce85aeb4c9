/** A clause or word must leave at least this share of the room filled, or the next finer cut is made. */
const clauseShareMin = 0.5;
const wordShareMin = 0.3;

/** No grapheme people write is longer; looking further back only costs time. */
const graphemeLengthMax = 512;

/**
 * The head of a text of at most `maxLength` UTF-16 units, cut after a clause, else a word, else a grapheme
 * (UAX 29), so never within a surrogate pair or a combined character; '' when the first is too long already.
 */
export function truncateText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const head = text.slice(0, Math.max(maxLength, 0) + 1);
  const clause = head.search(/[,;:–—、，；：](?!.*[,;:–—、，；：][\s\p{Lo}])[\s\p{Lo}]/su);
  if (clause > maxLength * clauseShareMin) return head.slice(0, clause).trimEnd();
  const word = wordEnd(text, maxLength);
  if (word > maxLength * wordShareMin) return text.slice(0, word).replace(/[\s,;:–—(«“"']+$/u, '');
  return text.slice(0, graphemeEnd(text, maxLength)).trimEnd();
}

/** The last white space that leaves the words before it whole. */
function wordEnd(text: string, maxLength: number): number {
  for (let end = maxLength; end > 0; end--) if (/\s/u.test(text[end] ?? '')) return end;
  return 0;
}

function graphemeEnd(text: string, maxLength: number): number {
  const start = safeStart(text, maxLength);
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  let end = start;
  for (const { index, segment } of segmenter.segment(text.slice(start, maxLength + graphemeLengthMax))) {
    const next = start + index + segment.length;
    if (next > maxLength) break;
    end = next;
  }
  return end;
}

/** A place not far before the end where a grapheme surely begins: the text's start, or a plain ASCII letter. */
function safeStart(text: string, maxLength: number): number {
  for (let start = maxLength - 1; start > Math.max(0, maxLength - graphemeLengthMax); start--) {
    if (/[a-z ]/i.test(text[start] ?? '')) return start;
  }
  return Math.max(0, maxLength - graphemeLengthMax) === 0
    ? 0
    : previousPair(text, maxLength - graphemeLengthMax);
}

function previousPair(text: string, position: number): number {
  return (text.charCodeAt(position) & 0xfc00) === 0xdc00 ? position - 1 : position;
}
