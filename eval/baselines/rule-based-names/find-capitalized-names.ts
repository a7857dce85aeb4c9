import type { EntityCandidate } from '@quern/nlp/entities/rules/entity-candidate';
import { alternation, cachedRegex, wordStart } from '@quern/nlp/entities/rules/regex-builder';
import type { RuleContext } from '@quern/nlp/entities/rules/rule-context';
import words from './name-cues.data.json' with { type: 'json' };

/**
 * Finds names by capitalization alone, in languages without a lexicon of names: two or more words are a PERSON, one after
 * a preposition of place a LOCATION, a word in capitals an ORGANIZATION. German capitalizes every noun, so words that
 * look like common nouns are excluded there.
 */
export function findCapitalizedNames(text: string, context: RuleContext): EntityCandidate[] {
  const language = context.lexiconLanguages[0];
  if (language === 'en' || language === undefined) return [];
  return [...places(text, language), ...acronyms(text), ...sequences(text, language === 'de')];
}

const name = "\\p{Lu}[\\p{Ll}\\p{M}]{1,30}(?:[-'’]\\p{Lu}?[\\p{Ll}\\p{M}]{1,30})?";
const link = '(?:[ \\u00a0](?:de|da|do|dos|das|di|du|del|della|von|van|der|den|la|le)){0,2}[ \\u00a0]';
const placeWords: Readonly<Record<string, readonly string[]>> = {
  de: ['in', 'nach', 'aus', 'bei'],
  fr: ['à', 'en'],
  es: ['en', 'desde', 'hacia'],
  pt: ['em', 'no', 'na', 'para', 'desde'],
  it: ['a', 'in', 'da'],
  nl: ['in', 'naar', 'uit', 'te'],
};

const notNames: ReadonlySet<string> = new Set(words.notNames);
/** Endings of German common nouns: "Deutsche Einheit" is not a person. */
const germanNoun =
  /(ung|heit|keit|schaft|tion|tät|ismus|ment|nis|tum|chen|lein|werk|zeit|recht|haus|jahr|stelle|markt)(en|s|es|e)?$/u;

function* places(text: string, language: string): Generator<EntityCandidate> {
  const source = `${wordStart}${alternation(placeWords[language] ?? ['in'])}[ \\u00a0](${name}(?:[ \\u00a0]${name})?)(?![\\p{L}\\p{N}-])`;
  for (const match of text.matchAll(cachedRegex(source, 'gu'))) {
    const found = match[1] ?? '';
    // In German, "in" precedes any noun, so the confidence is low.
    if (language === 'de' && (germanNoun.test(found) || match[0].startsWith('bei'))) continue;
    const startIndex = match.index + match[0].length - found.length;
    yield candidate(startIndex, found, 'LOCATION', language === 'de' ? 0.4 : 0.55);
  }
}

function* acronyms(text: string): Generator<EntityCandidate> {
  for (const match of text.matchAll(
    /(?<![\p{L}\p{N}_.-]|\p{Lu} )\p{Lu}{2,5}(?![\p{L}\p{N}_.]|[ -]\p{Lu}{2})/gu,
  )) {
    if (/^[IVXLCDM]+$/.test(match[0]) || notNames.has(match[0])) continue;
    yield candidate(match.index, match[0], 'ORGANIZATION', 0.5);
  }
}

function* sequences(text: string, german: boolean): Generator<EntityCandidate> {
  const source = `${wordStart}(?:${name}|\\p{Lu}\\.)(?:${link}(?:${name}|\\p{Lu}\\.)){1,4}(?![\\p{L}\\p{N}-])`;
  for (const match of text.matchAll(cachedRegex(source, 'gu'))) {
    let found = match[0];
    const first = /^(\S+)[ \u00a0]/.exec(found);
    if (first !== null && notNames.has(first[1] ?? '')) found = found.slice(first[0].length);
    const parts = found.split(/[ \u00a0]/);
    if (parts.length < 2 || !/^\p{Lu}/u.test(found)) continue;
    if (german && (parts.length > 3 || parts.some((part) => germanNoun.test(part) || part.length > 14)))
      continue;
    yield candidate(match.index + match[0].length - found.length, found, 'PERSON', german ? 0.45 : 0.5);
  }
}

function candidate(
  startIndex: number,
  text: string,
  type: EntityCandidate['type'],
  confidence: number,
): EntityCandidate {
  return { startIndex, endIndex: startIndex + text.length, type, confidence };
}
