/** Longer than any language tag or name. */
const valueLengthMax = 100;

/**
 * Parses a target language given as a BCP 47 tag in any case (`pt`, `PT-br`, `zh-hant`, also `pt_BR`) or as an English
 * name (`Portuguese`, `brazilian portuguese`).
 *
 * @returns the canonical tag (RFC 5646), or undefined for anything else, including well-formed tags without a known
 *   language such as `xx`
 */
export function parseTargetLanguage(value: string): string | undefined {
  const trimmed = value.trim();
  if (trimmed === '' || trimmed.length > valueLengthMax) return undefined;
  return parseTag(trimmed.replaceAll('_', '-')) ?? parseName(trimmed);
}

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

function parseTag(value: string): string | undefined {
  if (!/^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(value)) return undefined;
  try {
    const locale = new Intl.Locale(value);
    if (locale.language === 'und' || names.of(locale.language) === undefined) return undefined;
    return locale.baseName;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

let tagsByName: Map<string, string> | undefined;

/** `Brazilian Portuguese`, `Chinese (Traditional)`, `Traditional Chinese`: names are compared by their words. */
function parseName(value: string): string | undefined {
  tagsByName ??= createNameTable();
  return tagsByName.get(sortedWords(value));
}

function sortedWords(name: string): string {
  const words = name.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.sort().join(' ');
}

const regional = ['en-US', 'en-GB', 'pt-BR', 'pt-PT', 'es-MX', 'es-ES', 'es-419', 'fr-CA', 'de-AT', 'de-CH'];
const scripted = ['zh-Hans', 'zh-Hant', 'sr-Latn', 'sr-Cyrl'];
const dialects = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'dialect' });
const standards = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' });

/** Tags by name: all languages with a two-letter tag, and common regional and script variants. */
function createNameTable(): Map<string, string> {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const tags = [...letters].flatMap((first) => [...letters].map((second) => first + second));
  const table = new Map<string, string>([
    [sortedWords('Filipino'), 'fil'],
    [sortedWords('Mandarin'), 'zh'],
    [sortedWords('Farsi'), 'fa'],
  ]);
  for (const tag of tags) {
    const name = names.of(tag);
    const canonical = Intl.getCanonicalLocales(tag)[0] ?? tag;
    if (name !== undefined && !table.has(sortedWords(name))) table.set(sortedWords(name), canonical);
  }
  for (const tag of [...regional, ...scripted]) {
    table.set(sortedWords(dialects.of(tag) ?? tag), tag);
    table.set(sortedWords(standards.of(tag) ?? tag), tag);
  }
  return table;
}
