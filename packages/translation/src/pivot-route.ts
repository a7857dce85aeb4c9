import { pairKey } from './model-registry.ts';
import languages from './translation-languages.data.json' with { type: 'json' };

const aliases: Readonly<Record<string, string>> = languages.aliases;
const published = new Set(languages.mozilla.toLowerCase().split(' '));

/** Models between other languages than English are rare, so it stands between them. */
const pivot = 'en';

/** The pairs to translate through, one or two, and the language that comes out. */
export interface TranslationRoute {
  readonly pairs: readonly (readonly [from: string, to: string])[];
  readonly outputLanguage: string;
}

/** A way from one language to another over the pairs there are; regional variants fall back to their language. */
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

/** Whether Mozilla is known to publish a model for a language, for when its registry cannot be asked. */
export function hasPublishedModel(language: string): boolean {
  return tagVariants(language).some((tag) => tag === pivot || published.has(tag.toLowerCase()));
}

/** `pt-BR` is also looked for as `pt`, `zh-TW` as `zh-Hant` but never as the simplified `zh`. */
export function tagVariants(tag: string): string[] {
  const { language, script } = new Intl.Locale(tag);
  const own = aliases[tag] ?? (script ? aliases[`${language}-${script}`] : undefined);
  const isTraditional = language === 'zh' && new Intl.Locale(tag).maximize().script === 'Hant';
  const base = isTraditional ? ['zh-Hant'] : [language, aliases[language]];
  return [...new Set([tag, own, ...base])].filter((one) => one !== undefined);
}

/** Whether two tags name the same language in the same script, so that there is nothing to translate. */
export function isSameLanguage(left: string, right: string): boolean {
  const [first, second] = [new Intl.Locale(left).maximize(), new Intl.Locale(right).maximize()];
  const isAlias = aliases[first.language] === second.language;
  return (first.language === second.language || isAlias) && first.script === second.script;
}
