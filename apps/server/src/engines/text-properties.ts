import type { TaskContext } from '@quern/runtime/pool/task';
import type { LanguageRange } from '@quern/text/language/detect-language-ranges';

/** Counts the tokens of a text. */
export async function countTokens(text: string, { yieldIfDue }: TaskContext): Promise<number> {
  const { countTokensAsync } = await import('@quern/text/tokens/count-tokens');
  return countTokensAsync(text, yieldIfDue);
}

/** Detects the language of a text: a BCP 47 tag, `und` when it is not detected. */
export async function detectLanguage(text: string): Promise<string> {
  const { detectLanguage: detect } = await import('@quern/text/language/detect-language');
  return (await detect(text)).language;
}

/** The language of a text, and its parts by language. */
export interface TextLanguages {
  /** BCP 47 tag, as given or detected; `und` if it is not detected. */
  readonly language: string;
  /** Parts of the text in text order, without overlaps; undefined if the language was given. */
  readonly languages?: readonly LanguageRange[];
}

/**
 * Finds which parts of a text are in which language.
 *
 * @param given language of the text (BCP 47), which is not detected then
 * @returns nothing if the language was given
 */
export async function detectRanges(
  text: string,
  given: string | undefined,
  { yieldIfDue }: TaskContext,
): Promise<Pick<TextLanguages, 'languages'>> {
  if (given !== undefined) return {};
  const { detectLanguageRanges } = await import('@quern/text/language/detect-language-ranges');
  return { languages: await detectLanguageRanges(text, yieldIfDue) };
}
