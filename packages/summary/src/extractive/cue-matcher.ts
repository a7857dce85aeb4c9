import phrases from './cue-phrases.data.json' with { type: 'json' };
import { extractTerms } from './extract-terms.ts';

/**
 * Creates a test for phrases that announce something important, such as "in conclusion" (the cue method of Edmundson, "New
 * Methods in Automatic Extracting", JACM 1969). The test is always false for a language without a list.
 *
 * @param language BCP 47 tag
 * @returns whether the terms of a sentence contain such a phrase
 */
export function createCueMatcher(language: string): (terms: readonly string[]) => boolean {
  const phrasesByLanguage: Readonly<Record<string, readonly string[]>> = phrases;
  const list = phrasesByLanguage[language.split('-')[0]?.toLowerCase() ?? ''] ?? [];
  const cues = list.map((phrase) => ` ${extractTerms(phrase).join(' ')} `);
  return (terms) => {
    if (cues.length === 0) return false;
    const line = ` ${terms.join(' ')} `;
    return cues.some((cue) => line.includes(cue));
  };
}
