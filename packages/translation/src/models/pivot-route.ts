import { pairKey } from './model-registry.ts';
import languages from './translation-languages.data.json' with { type: 'json' };

const aliases: Readonly<Record<string, string>> = languages.aliases;
const published = new Set(languages.mozilla.toLowerCase().split(' '));

/** Most models translate from or to English, so it connects other languages. */
const pivot = 'en';

/** One or two pairs to translate through, and the language of the result. */
export interface TranslationRoute {
  readonly pairs: readonly (readonly [from: string, to: string])[];
  readonly outputLanguage: string;
}

/**
 * Finds a route between two languages, directly or through English. Regional variants fall back to their language.
 *
 * @param from BCP 47 tag
 * @param to BCP 47 tag
 * @param hasPair whether there is a model for a `pairKey`
 */
export function findRoute(
  from: string,
  to: string,
  hasPair: (key: string) => boolean,
): TranslationRoute | undefined {
  for (const target of tagVariants(to)) {
    for (const source of tagVariants(from)) {
      if (hasPair(pairKey(source, target))) return { pairs: [[source, target]], outputLanguage: target };
    }
  }
  for (const target of tagVariants(to)) {
    for (const source of tagVariants(from)) {
      if (hasPair(pairKey(source, pivot)) && hasPair(pairKey(pivot, target))) {
        return {
          pairs: [
            [source, pivot],
            [pivot, target],
          ],
          outputLanguage: target,
        };
      }
    }
  }
  return undefined;
}

/** Whether Mozilla is known to publish a model for a language. Used when the registry is not available. */
export function hasPublishedModel(language: string): boolean {
  return tagVariants(language).some((tag) => tag === pivot || published.has(tag.toLowerCase()));
}

/** Lists the tags of usable models: `pt-BR` falls back to `pt`, `zh-TW` to `zh-Hant` but never to the simplified `zh`. */
export function tagVariants(tag: string): string[] {
  const { language, script } = new Intl.Locale(tag);
  const alias = aliases[tag] ?? (script ? aliases[`${language}-${script}`] : undefined);
  const isTraditional = language === 'zh' && new Intl.Locale(tag).maximize().script === 'Hant';
  const base = isTraditional ? ['zh-Hant'] : [language, aliases[language]];
  return [...new Set([tag, alias, ...base])].filter((variant) => variant !== undefined);
}
