import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { rougeTokens } from '../../metrics/rouge.ts';

const wordsByLanguage = z.record(z.string(), z.array(z.string()));
const lists = z
  .object({ dependent: wordsByLanguage, independent: wordsByLanguage, filler: wordsByLanguage })
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, 'opening-words.data.json'), 'utf8')));

/** Sentences with fewer words carry no statement. */
const wordsMin = 4;
/** The same for scripts whose characters count as words. */
const charactersMin = 8;
/** The name of a speaker before a turn. */
const speakerPattern = /^\s*(?:\[[\d:]+\]\s*)?\p{Lu}[^:.!?\n]{0,40}:\s+/u;
/** Longer sentences that start with a word such as "Yes" still say something. */
const fillerWordsMax = 6;

/**
 * True when a sentence starts with words that refer to the sentence before it ("He", "But", "For example"). English,
 * German, French, Spanish and Portuguese; other languages have no list.
 */
export function isDependent(sentence: string, language: string): boolean {
  return (
    startsWithAny(sentence, lists.dependent, language) &&
    !startsWithAny(sentence, lists.independent, language)
  );
}

/** True when a sentence has too few words to state anything, or only a salutation or a short answer. */
export function isFiller(sentence: string, language: string): boolean {
  const words = rougeTokens(sentence.replace(speakerPattern, ''));
  const isUnspaced = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}/u.test(sentence);
  if (words.length < (isUnspaced ? charactersMin : wordsMin)) return true;
  return words.length <= fillerWordsMax && startsWithAny(sentence, lists.filler, language);
}

function startsWithAny(
  sentence: string,
  words: Readonly<Record<string, readonly string[]>>,
  language: string,
): boolean {
  const start = sentence
    .replace(speakerPattern, '')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .toLowerCase();
  const [base = ''] = language.split('-');
  return (words[base] ?? []).some(
    (word) => start.startsWith(word) && !/[\p{L}\p{N}]/u.test(start[word.length] ?? ''),
  );
}
