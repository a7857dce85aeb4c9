import type { Candidate, RuleContext } from './candidate.ts';
import { numberWords, numberWordsSource, parseNumberWords } from './number-words.ts';
import { digitsEnd, digitsSource, parseNumber, shiftDecimal } from './parse-number.ts';
import { anyOf, pattern, wordEnd, wordStart } from './word-pattern.ts';

/** NUMBER and ORDINAL, in digits and in words. */
export function findNumbers(text: string, context: RuleContext): Candidate[] {
  return [...numbersInDigits(text, context), ...numbersInWords(text, context), ...ordinals(text, context)];
}

function* numbersInDigits(text: string, context: RuleContext): Generator<Candidate> {
  const scales = context.tables.flatMap((language) =>
    Object.entries(numberWords(language).values).flatMap(([word, value]) => (value >= 1000 ? [word] : [])),
  );
  const source = `(?<![\\p{L}\\p{N}_#@$]|[\\p{N}][.,:/-])(?:(?<=^|[\\s(])[-+\\u2212])?${digitsSource}${digitsEnd}(?!\\p{L})(?:[ \\u00a0-](${anyOf(scales)})${wordEnd})?`;
  for (const match of text.matchAll(pattern(source))) {
    const [whole, scale = ''] = match;
    const digits = scale === '' ? whole : whole.slice(0, -scale.length - 1);
    const number = parseNumber(digits, context.decimalComma);
    const factor = scale === '' ? 1 : parseNumberWords(scale, context);
    if (number === undefined || factor === undefined) continue;
    const value = shiftDecimal(number, Math.round(Math.log10(factor)));
    yield { ...span(match), type: 'NUMBER', confidence: 0.8, value };
  }
}

function* numbersInWords(text: string, context: RuleContext): Generator<Candidate> {
  const source = `${wordStart}(?:${numberWordsSource(context)})${wordEnd}`;
  const single = new Set(context.tables.flatMap((language) => numberWords(language).single));
  const scales = /^(hundred|thousand|million|billion|trillion|dozen|cent|mille|mil|cien|cem|cento)s?$/i;
  for (const match of text.matchAll(pattern(source))) {
    const word = match[0].toLowerCase();
    if (single.has(word) || scales.test(word)) continue;
    const value = parseNumberWords(word, context);
    if (value === undefined) continue;
    yield { ...span(match), type: 'NUMBER', confidence: 0.7, value: String(value) };
  }
}

function* ordinals(text: string, context: RuleContext): Generator<Candidate> {
  for (const language of context.tables) {
    const { ordinals: words, ordinalSuffixes, ambiguousOrdinals } = numberWords(language);
    const source = `${wordStart}(?:(\\d{1,4})${anyOf(ordinalSuffixes)}|(${anyOf(Object.keys(words))}))${wordEnd}`;
    for (const match of text.matchAll(pattern(source))) {
      const word = match[2]?.toLowerCase();
      if (
        word !== undefined &&
        ambiguousOrdinals.includes(word) &&
        !/\b(the|el|la|il|o|a)\s$/i.test(text.slice(Math.max(0, match.index - 5), match.index))
      )
        continue;
      const value = match[1] ?? String(words[word ?? ''] ?? '');
      if (value !== '') yield { ...span(match), type: 'ORDINAL', confidence: match[1] ? 0.9 : 0.75, value };
    }
  }
}

function span(match: RegExpExecArray): { startIndex: number; endIndex: number } {
  return { startIndex: match.index, endIndex: match.index + match[0].length };
}
