import { EngineError } from '@quern/runtime/engine-error';
import { type LanguageOperations, type languageLevels, languageTableSchema } from './language-schema.ts';
import table from './languages.data.json' with { type: 'json' };

const { encoderScripts, languages } = languageTableSchema.parse(table);

/** The languages with known abilities, by English name. */
export { languages };

/** Codes of one language that `Intl.Locale` does not unify. */
const aliases: Readonly<Record<string, string>> = { nb: 'no' };

/** Language and script of a tag: regions are ignored. */
function keyOf(tag: string): string {
  const { language, script } = new Intl.Locale(tag).maximize();
  return `${aliases[language] ?? language}-${script}`;
}

const abilities: ReadonlyMap<string, LanguageOperations> = new Map(
  languages.map(({ language, operations }) => [keyOf(language), operations]),
);

/** The parts of the results that depend on the language of a text. */
type TextAbility = 'names' | 'sentiment';

/**
 * Returns how well something works in a language. A language without an entry in the table is untested if the models know its
 * script, or its script is unknown.
 *
 * @param language BCP 47 tag
 * @returns undefined for `und`
 */
function levelOf(ability: TextAbility, language: string): (typeof languageLevels)[number] | undefined {
  if (/^und(-|$)/.test(language)) return undefined;
  const operations = abilities.get(keyOf(language));
  if (operations === undefined) {
    const { script } = new Intl.Locale(language).maximize();
    return script === undefined || encoderScripts.includes(script) ? 'untested' : 'unsupported';
  }
  return (ability === 'names' ? operations['extract-entities'].names : operations.sentiment).level;
}

/**
 * Whether something is known to work, or should work, in a language; `und` is supported.
 *
 * @param language BCP 47 tag
 */
export function isSupported(ability: TextAbility, language: string): boolean {
  return levelOf(ability, language) !== 'unsupported';
}

const names = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' });

/** Names a language in a message: `Japanese (ja)`. */
export const nameLanguage = (language: string): string => `${names.of(language) ?? language} (${language})`;

/** An operation that does not work in the language of a text. */
export class LanguageError extends EngineError<'language', 'unsupported'> {
  override readonly name = 'LanguageError';

  constructor(message: string) {
    super('language', 'unsupported', message);
  }
}

/**
 * Rejects a text in a language in which sentiment is no better than chance.
 *
 * @param isDetected whether the language was detected, so that it may be another one
 * @throws LanguageError
 */
export function requireSentimentSupport(language: string, isDetected: boolean): void {
  if (isSupported('sentiment', language)) return;
  const problem = `sentiment does not work in ${nameLanguage(language)} yet, so the text was not analyzed`;
  throw new LanguageError(
    isDetected
      ? `${problem}. Its language was detected; set language if it is another one. GET /v0/languages lists the supported ones`
      : `language: ${problem}. GET /v0/languages lists the supported languages`,
  );
}

/** A limitation of a result. */
export interface LanguageWarning {
  readonly code: 'unsupported_language' | 'untested_language';
  readonly message: string;
}

const titles = {
  names: 'names of people, organizations, and places',
  sentiment: 'sentiment and emotions',
} as const;

/** Returns a warning if names are not found in a language, or something was not measured in it. */
export function findLanguageWarning(ability: TextAbility, language: string): LanguageWarning | undefined {
  const level = levelOf(ability, language);
  if (level === 'untested')
    return {
      code: 'untested_language',
      message: `${titles[ability]} in ${nameLanguage(language)} texts were not measured, so the result may have more errors than in other languages; set language if the text is in another one`,
    };
  // Sentiment that is not supported is refused.
  if (level !== 'unsupported' || ability !== 'names') return undefined;
  return {
    code: 'unsupported_language',
    message: `${titles.names} are not found in ${nameLanguage(language)} texts yet, only what has a form, such as dates, amounts, and email addresses; set language if the text is in another one`,
  };
}
