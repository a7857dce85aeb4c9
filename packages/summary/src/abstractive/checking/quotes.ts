import { readWords } from './words/terms.ts';

const quotePattern = /["“„«「『‹]([^"“”„«»「」『』‹›]{3,400})["”“»」』›]/gu;

/** Words or pairs of characters from which a quotation is more than a name or an ironic word. */
const quotedTermsMin = 3;

/** Returns the quotations of a sentence. */
export function findQuotes(sentence: string): string[] {
  return [...sentence.matchAll(quotePattern)]
    .map((match) => (match[1] ?? '').trim())
    .filter((quote) => readWords(quote).length >= quotedTermsMin);
}

/** Whether a text contains a quotation literally, apart from case, punctuation and white space. */
export function hasQuote(text: string, quote: string): boolean {
  return plain(text).includes(plain(quote));
}

function plain(text: string): string {
  return ` ${text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()} `.replace(/(?<=[\u3000-\u{10ffff}]) | (?=[\u3000-\u{10ffff}])/gu, '');
}
