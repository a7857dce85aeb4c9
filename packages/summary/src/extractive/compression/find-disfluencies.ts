import type { TextRange } from '@quern/text/span';
import words from './compression-words.data.json' with { type: 'json' };
import { perLanguage } from './language-patterns.ts';

interface DisfluencyPatterns {
  /** Also fillers. */
  readonly hesitations: RegExp;
  readonly filler: RegExp;
  readonly repetition: RegExp;
}

/**
 * Finds hesitations ("um"), fillers between commas ("you know") and words that a speaker said twice by accident ("we we").
 *
 * @param language primary language subtag
 */
export function findDisfluencies(sentence: string, language: string): TextRange[] {
  const patterns = patternsOf(language);
  if (patterns === undefined) return [];
  const found: TextRange[] = [];
  for (const { 0: match, index, groups } of sentence.matchAll(patterns.hesitations)) {
    const before = groups?.before ?? '';
    const hasCommas = (before !== '' || index === 0) && groups?.after !== '';
    if (!hasCommas && patterns.filler.test(match)) continue;
    // Of two commas around the words both go; a single comma belongs to the rest.
    const keepsComma = before !== '' && groups?.after === '';
    found.push({ startIndex: index + (keepsComma ? before.length : 0), endIndex: index + match.length });
  }
  for (const { index, groups } of sentence.matchAll(patterns.repetition)) {
    const second = index + (groups?.first?.length ?? 0);
    // "de De Gaulle": the second one begins a name.
    const isName = /^\p{Ll}/u.test(sentence.slice(index)) && /^\p{Lu}/u.test(sentence.slice(second));
    if (!isName) found.push({ startIndex: index, endIndex: second });
  }
  return found.map((range) => withoutSpace(sentence, range));
}

/** Extends a range by a space, so that one is left between what is before and after, none before a period. */
function withoutSpace(sentence: string, { startIndex, endIndex }: TextRange): TextRange {
  const next = sentence[endIndex];
  const hasSpaceBefore = startIndex === 0 || sentence[startIndex - 1] === ' ';
  if (hasSpaceBefore && next === ' ') return { startIndex, endIndex: endIndex + 1 };
  const isBeforePeriod = next === undefined || /[.,;:!?]/u.test(next);
  return { startIndex: startIndex - Number(isBeforePeriod && startIndex > 0 && hasSpaceBefore), endIndex };
}

interface DisfluentWords {
  readonly hesitations: readonly string[];
  /** Phrases that say nothing where they stand between commas. */
  readonly fillers: readonly string[];
  /** Words that are not repeated on purpose. */
  readonly repeated: readonly string[];
}

const patternsOf = perLanguage<DisfluentWords, DisfluencyPatterns>(
  words.disfluencies,
  ({ hesitations, fillers, repeated }) => {
    const either = `(?:${[...hesitations, ...fillers].join('|')})`;
    const hesitation = `(?:${hesitations.join('|')})`;
    return {
      hesitations: new RegExp(
        `(?<before>(?:,\\s)?)(?<![\\p{L}\\p{N}'’¿-])${either}(?:,?\\s${either})*(?![\\p{L}\\p{N}'’-])(?<after>,?)`,
        'giu',
      ),
      filler: new RegExp(`(?:${fillers.join('|')})`, 'iu'),
      repetition: new RegExp(
        `(?<![\\p{L}'’-])(?<first>(?<word>${repeated.join('|')}),?\\s(?:${hesitation},?\\s)*)(?=\\k<word>(?![\\p{L}'’-]))`,
        'giu',
      ),
    };
  },
);
