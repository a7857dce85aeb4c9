import known from './script-languages.data.json' with { type: 'json' };

/** Scripts (ISO 15924) of which the first recognizer knows next to nothing. */
const scripts: ReadonlySet<string> = new Set(known.scripts);
/** Languages in other scripts of whose letters the second recognizer knows more. */
const languages: ReadonlySet<string> = new Set(known.languages);

/**
 * Whether the expected languages call for the second recognizer. The lists are computed by `npm run generate` from the
 * characters of the recognizers and the alphabets of Unicode CLDR.
 *
 * @param tags BCP 47; malformed ones are ignored
 */
export function needsScriptsModel(tags: readonly string[] = []): boolean {
  return tags.some((tag) => {
    const locale = parseLocale(tag);
    if (locale === undefined) return false;
    const script = locale.maximize().script ?? '';
    if (scripts.has(script)) return true;
    return languages.has(locale.language) && script === new Intl.Locale(locale.language).maximize().script;
  });
}

function parseLocale(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag);
  } catch {
    return undefined;
  }
}
