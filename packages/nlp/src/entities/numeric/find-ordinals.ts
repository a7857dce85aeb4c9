import { memoize } from '../../memoize.ts';
import { lexiconOf } from '../lexicon/lexicons.ts';
import { candidateFromMatch, type EntityCandidate } from '../rules/entity-candidate.ts';
import { alternation, wordEnd } from '../rules/regex-builder.ts';
import type { RuleContext } from '../rules/rule-context.ts';
import { WordPattern } from '../rules/word-pattern.ts';
import type { WordStarts } from '../rules/word-starts.ts';
import { numberWords } from './number-words.ts';
import { parseNumberWords } from './parse-number-words.ts';
import { readHanNumber } from './read-han-number.ts';

/** Finds ORDINAL entities: 3rd, 2ª, 21., third, einundzwanzigste, ventunesimo. */
export function findOrdinals(text: string, context: RuleContext): EntityCandidate[] {
  const starts = context.wordStarts(text);
  const found: EntityCandidate[] = [];
  for (const language of context.lexiconLanguages) {
    found.push(
      ...ordinalsInDigits(starts, language),
      ...ordinalsInWords(starts, language),
      ...derivedOrdinals(text, language),
    );
    if (language === 'de') found.push(...germanOrdinalDots(text));
    if (lexiconOf(language).numbers.hasDotOrdinals) found.push(...dottedOrdinals(text));
  }
  return found;
}

const patternsOf = memoize((language: string) => {
  const { ordinals, ordinalSuffixes, ordinalPrefixes } = numberWords(language);
  const digits = '(\\d{1,4}|[一二三四五六七八九十百]{1,5})';
  const suffix = alternation(ordinalSuffixes);
  return {
    digits: new WordPattern(`(?<![$€£#-]|[\\p{N}][.,:/])${digits}${suffix}${wordEnd}`),
    prefixed: new WordPattern(`${alternation(ordinalPrefixes)}${digits}(?:${suffix})?${wordEnd}(?![.,:]\\d)`),
    words: new WordPattern(`${alternation(ordinals.keys())}${wordEnd}`),
  };
});

function* ordinalsInDigits(starts: WordStarts, language: string): Generator<EntityCandidate> {
  const { digits, prefixed } = patternsOf(language);
  for (const match of digits.matchAll(starts)) yield ordinal(match, 0.9, rankOf(match[1] ?? ''));
  for (const match of prefixed.matchAll(starts)) {
    // 第15条 names an article.
    const next = starts.text.charAt(match.index + match[0].length);
    if (lexiconOf(language).identifierNouns.includes(next)) continue;
    yield ordinal(match, 0.88, rankOf(match[1] ?? ''));
  }
}

function rankOf(text: string): string {
  return /^\d/.test(text) ? text : String(readHanNumber(text) ?? '');
}

function* ordinalsInWords(starts: WordStarts, language: string): Generator<EntityCandidate> {
  const { text } = starts;
  const { ordinals, ambiguousOrdinals } = numberWords(language);
  for (const match of patternsOf(language).words.matchAll(starts)) {
    const word = match[0].toLowerCase();
    const value = ordinals.get(word);
    const after = text.slice(match.index + word.length, match.index + word.length + 24);
    if (value === undefined || /^[ \u00a0-](?:ministr|minister|lady|dam[ae]|aid)/iu.test(after)) continue;
    if (ambiguousOrdinals.includes(word) && !isOrdinalUse(text, match.index, after)) continue;
    yield ordinal(match, 0.85, String(value));
  }
}

const definite =
  /(?:^|[\s('’])(?:the|his|her|its|their|our|my|your|every|each|finished|came|placed|ranked|el|la|al|del|su|mi|quedó|quedo|terminó|acabó|llegó|o|os|do|no|ao|em|ficou|terminou|chegou|foi|il|lo|l|alla|della|nel|nella|sua|suo|arrivat[oa]|classificat[oa]|der|die|das|dem|den|am|im|zum|zur|jede[rmns]?)[\s\u00a0]$/iu;
const indefinite = /(?:^|[\s(])(?:a|an|un|una|um|uma|une|na|da|à|as|às)[\s\u00a0]$/iu;
/** Words that continue the sentence after "a second", which is then a moment. */
const continuation =
  /^(?:or|to|and|ago|later|longer|please|i|while|before|after|because|of|is|was|for|in|if|que|y|e|o|de|para|por|mas|pero|che|ma|di|per|más|mais|à|a|às)$/iu;

/** Whether an ambiguous word is an ordinal: "the second", "a second opinion"; not "wait a second", "I second that". */
function isOrdinalUse(text: string, index: number, after: string): boolean {
  const before = text.slice(Math.max(0, index - 16), index);
  if (definite.test(before)) return true;
  if (!indefinite.test(before)) return false;
  const next = /^[ \u00a0](\p{L}+)/u.exec(after)?.[1];
  return next !== undefined && !continuation.test(next);
}

const endings: Readonly<Partial<Record<string, RegExp>>> = {
  de: /(?<![\p{L}\p{M}\p{N}_])(\p{L}{4,50}?)s?t(?:e|en|er|es|em)(?![\p{L}\p{M}\p{N}_])/giu,
  nl: /(?<![\p{L}\p{M}\p{N}_])(\p{L}{4,50}?)(?:ste|de)(?![\p{L}\p{M}\p{N}_])/giu,
  it: /(?<![\p{L}\p{M}\p{N}_])(\p{L}{4,50}?)esim[oaie](?![\p{L}\p{M}\p{N}_])/giu,
  fr: /(?<![\p{L}\p{M}\p{N}_-])([\p{L}-]{2,50}?)ièmes?(?![\p{L}\p{M}\p{N}_])/giu,
};
/** Final vowels of a cardinal that its ordinal drops. */
const droppedVowels: Readonly<Partial<Record<string, readonly string[]>>> = {
  it: ['', 'i', 'o', 'a', 'e'],
  fr: ['', 'e'],
};

/** Ordinals derived from any cardinal in words. */
function* derivedOrdinals(text: string, language: string): Generator<EntityCandidate> {
  const ending = endings[language];
  if (ending === undefined) return;
  const { ordinals } = numberWords(language);
  for (const match of text.matchAll(ending)) {
    if (ordinals.has(match[0].toLowerCase())) continue;
    const stem = (match[1] ?? '').replace(/cinqu$/i, 'cinq').replace(/neuv$/i, 'neuf');
    for (const vowel of droppedVowels[language] ?? ['']) {
      const [number] = parseNumberWords(stem + vowel, language);
      if (number === undefined || number.endIndex - number.startIndex !== stem.length + vowel.length)
        continue;
      yield ordinal(match, 0.8, String(number.value));
      break;
    }
  }
}

/** "78. minutě": a period before a word in lower case. */
function* dottedOrdinals(text: string): Generator<EntityCandidate> {
  for (const match of text.matchAll(/(?<![\p{L}\p{N}_.,:/-])(\d{1,4})\.(?=[ \u00a0]\p{Ll})/gu)) {
    yield ordinal(match, 0.85, match[1] ?? '');
  }
}

const germanDeterminer =
  /(?:^|[\s(])(?:der|die|das|dem|den|des|am|im|vom|zum|zur|beim|ihr|ihre[rnms]?|sein|seine[rnms]?|unser|unsere[rnms]?|mein|meine[rnms]?|jede[rnms]?|ein|eine[rnms]?|kein)[\s\u00a0]$/iu;

/** German "750." after a determiner and before a word: "ihr 750. Jubiläum". */
function* germanOrdinalDots(text: string): Generator<EntityCandidate> {
  for (const match of text.matchAll(/(?<![\p{L}\p{N}_.,:/-])(\d{1,4})\.(?=[ \u00a0]\p{L})/gu)) {
    if (!germanDeterminer.test(text.slice(Math.max(0, match.index - 12), match.index))) continue;
    yield ordinal(match, 0.85, match[1] ?? '');
  }
}

function ordinal(match: RegExpExecArray, confidence: number, value: string): EntityCandidate {
  return candidateFromMatch(match, 'ORDINAL', confidence, value);
}
