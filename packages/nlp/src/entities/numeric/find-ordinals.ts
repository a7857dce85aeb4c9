import type { EntityCandidate } from '../entity-candidate.ts';
import { alternation, cachedRegex, wordEnd, wordStart } from '../regex-builder.ts';
import type { LexiconLanguage, RuleContext } from '../rule-context.ts';
import { numberWords } from './number-words.ts';
import { parseNumberWords } from './parse-number-words.ts';

/** ORDINAL: 3rd, 2ª, 21., third, einundzwanzigste, ventunesimo. */
export function findOrdinals(text: string, context: RuleContext): EntityCandidate[] {
  const found: EntityCandidate[] = [];
  for (const language of context.lexiconLanguages) {
    found.push(...inDigits(text, language), ...inWords(text, language), ...derived(text, language));
    if (language === 'de') found.push(...germanDots(text));
  }
  return found;
}

function* inDigits(text: string, language: LexiconLanguage): Generator<EntityCandidate> {
  const { ordinalSuffixes } = numberWords(language);
  const source = `(?<![\\p{L}\\p{N}_$€£#-]|[\\p{N}][.,:/])(\\d{1,4})${alternation(ordinalSuffixes)}${wordEnd}`;
  for (const match of text.matchAll(cachedRegex(source))) yield ordinal(match, 0.9, match[1] ?? '');
}

function* inWords(text: string, language: LexiconLanguage): Generator<EntityCandidate> {
  const { ordinals, ambiguousOrdinals } = numberWords(language);
  for (const match of text.matchAll(cachedRegex(`${wordStart}${alternation(ordinals.keys())}${wordEnd}`))) {
    const word = match[0].toLowerCase();
    const value = ordinals.get(word);
    const after = text.slice(match.index + word.length, match.index + word.length + 24);
    if (value === undefined || /^[ \u00a0-](?:ministr|minister|lady|dam[ae]|aid)/iu.test(after)) continue;
    if (ambiguousOrdinals.includes(word) && !ranks(text, match.index, after)) continue;
    yield ordinal(match, 0.85, String(value));
  }
}

const definite =
  /(?:^|[\s('’])(?:the|his|her|its|their|our|my|your|every|each|finished|came|placed|ranked|el|la|al|del|su|mi|quedó|quedo|terminó|acabó|llegó|o|os|do|no|ao|em|ficou|terminou|chegou|foi|il|lo|l|alla|della|nel|nella|sua|suo|arrivat[oa]|classificat[oa]|der|die|das|dem|den|am|im|zum|zur|jede[rmns]?)[\s\u00a0]$/iu;
const indefinite = /(?:^|[\s(])(?:a|an|un|una|um|uma|une|na|da|à|as|às)[\s\u00a0]$/iu;
/** After "a second" these go on with the sentence, and it was a moment. */
const goesOn =
  /^(?:or|to|and|ago|later|longer|please|i|while|before|after|because|of|is|was|for|in|if|que|y|e|o|de|para|por|mas|pero|che|ma|di|per|más|mais|à|a|às)$/iu;

/** "The second", "a second opinion"; not "wait a second", "I second that", "secondo me". */
function ranks(text: string, index: number, after: string): boolean {
  const before = text.slice(Math.max(0, index - 16), index);
  if (definite.test(before)) return true;
  if (!indefinite.test(before)) return false;
  const next = /^[ \u00a0](\p{L}+)/u.exec(after)?.[1];
  return next !== undefined && !goesOn.test(next);
}

const endings: Readonly<Partial<Record<LexiconLanguage, RegExp>>> = {
  de: /(?<![\p{L}\p{M}\p{N}_])(\p{L}{4,50}?)s?t(?:e|en|er|es|em)(?![\p{L}\p{M}\p{N}_])/giu,
  nl: /(?<![\p{L}\p{M}\p{N}_])(\p{L}{4,50}?)(?:ste|de)(?![\p{L}\p{M}\p{N}_])/giu,
  it: /(?<![\p{L}\p{M}\p{N}_])(\p{L}{4,50}?)esim[oaie](?![\p{L}\p{M}\p{N}_])/giu,
  fr: /(?<![\p{L}\p{M}\p{N}_-])([\p{L}-]{2,50}?)ièmes?(?![\p{L}\p{M}\p{N}_])/giu,
};
/** Vowels that an ordinal's ending took from the number. */
const dropped: Readonly<Partial<Record<LexiconLanguage, readonly string[]>>> = {
  it: ['', 'i', 'o', 'a', 'e'],
  fr: ['', 'e'],
};

/** Ordinals made of any number in words. */
function* derived(text: string, language: LexiconLanguage): Generator<EntityCandidate> {
  const ending = endings[language];
  if (ending === undefined) return;
  const { ordinals } = numberWords(language);
  for (const match of text.matchAll(ending)) {
    if (ordinals.has(match[0].toLowerCase())) continue;
    const stem = (match[1] ?? '').replace(/cinqu$/i, 'cinq').replace(/neuv$/i, 'neuf');
    for (const vowel of dropped[language] ?? ['']) {
      const [number] = parseNumberWords(stem + vowel, language);
      if (number === undefined || number.endIndex - number.startIndex !== stem.length + vowel.length)
        continue;
      yield ordinal(match, 0.8, String(number.value));
      break;
    }
  }
}

const germanLead =
  /(?:^|[\s(])(?:der|die|das|dem|den|des|am|im|vom|zum|zur|beim|ihr|ihre[rnms]?|sein|seine[rnms]?|unser|unsere[rnms]?|mein|meine[rnms]?|jede[rnms]?|ein|eine[rnms]?|kein)[\s\u00a0]$/iu;

/** "ihr 750. Jubiläum": after an article, before a word. */
function* germanDots(text: string): Generator<EntityCandidate> {
  for (const match of text.matchAll(/(?<![\p{L}\p{N}_.,:/-])(\d{1,4})\.(?=[ \u00a0]\p{L})/gu)) {
    if (!germanLead.test(text.slice(Math.max(0, match.index - 12), match.index))) continue;
    yield ordinal(match, 0.85, match[1] ?? '');
  }
}

function ordinal(match: RegExpExecArray, confidence: number, value: string): EntityCandidate {
  const endIndex = match.index + match[0].length;
  return { startIndex: match.index, endIndex, type: 'ORDINAL', confidence, value };
}
