import languageOfScript from './script-languages.data.json' with { type: 'json' };

/** How many letters of each script a text has, most first. */
export interface ScriptLetterCount {
  readonly script: string;
  /** The one language written in this script, or '' where several are. */
  readonly language: string;
  readonly letters: number;
}

const scripts = Object.entries(languageOfScript).map(([script, language]) => ({
  script,
  language,
  pattern: new RegExp(`\\p{Script=${script}}`, 'gu'),
}));

/** Letters by script (Unicode Standard Annex 24); digits, signs and emoji have none. */
export function countScriptLetters(text: string): ScriptLetterCount[] {
  return scripts
    .map(({ script, language, pattern }) => ({ script, language, letters: text.match(pattern)?.length ?? 0 }))
    .filter(({ letters }) => letters > 0)
    .sort((left, right) => right.letters - left.letters);
}
