import languageOfScript from './script-languages.data.json' with { type: 'json' };

/** The letters of one script in a text. */
export interface ScriptLetterCount {
  /** Unicode script name. */
  readonly script: string;
  /** The only language written in this script, or '' when there are several. */
  readonly language: string;
  readonly letters: number;
}

const scripts = Object.entries(languageOfScript).map(([script, language]) => ({
  script,
  language,
  pattern: new RegExp(`\\p{Script=${script}}`, 'gu'),
}));

/**
 * Counts letters by script (Unicode Standard Annex 24). Digits, punctuation and emoji do not count.
 *
 * @returns the scripts that occur, the most frequent first
 */
export function countScriptLetters(text: string): ScriptLetterCount[] {
  return scripts
    .map(({ script, language, pattern }) => ({ script, language, letters: text.match(pattern)?.length ?? 0 }))
    .filter(({ letters }) => letters > 0)
    .sort((left, right) => right.letters - left.letters);
}
