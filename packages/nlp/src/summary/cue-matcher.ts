import phrases from './cue-phrases.data.json' with { type: 'json' };
import { extractTerms } from './extract-terms.ts';

/**
 * Tells whether the terms of a sentence hold a phrase that announces what matters (the cue method of Edmundson,
 * "New Methods in Automatic Extracting", JACM 1969). Languages without a list have none.
 */
export function createCueMatcher(language: string): (terms: readonly string[]) => boolean {
  const table: Readonly<Record<string, string>> = phrases;
  const list = (table[language.split('-')[0]?.toLowerCase() ?? ''] ?? '').split('|');
  const cues = list.map((phrase) => ` ${extractTerms(phrase).join(' ')} `).filter((cue) => cue.trim() !== '');
  return (terms) => {
    if (cues.length === 0) return false;
    const line = ` ${terms.join(' ')} `;
    return cues.some((cue) => line.includes(cue));
  };
}
