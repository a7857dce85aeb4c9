import type { TaskContext } from '@quern/runtime/pool/task';

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
