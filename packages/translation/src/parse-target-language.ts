import { TranslationError } from './translation-error.ts';

/**
 * The canonical BCP 47 tag (RFC 5646) of a target language, given as a tag in any case (`pt`, `PT-br`,
 * `zh-hant`, also `pt_BR`) or by its English name (`Portuguese`, `brazilian portuguese`); undefined if it is
 * neither. A well-formed tag of a language nobody knows, like `xx`, is none.
 */
export function parseTargetLanguage(value: string): { tag: string } | undefined {
  const trimmed = value.trim();
  if (trimmed === '' || trimmed.length > 100) return undefined;
  return parseTag(trimmed.replaceAll('_', '-')) ?? parseName(trimmed);
}

/** As `parseTargetLanguage`. @throws TranslationError `unknown_language` */
export function requireTargetLanguage(value: string): { tag: string } {
  const parsed = parseTargetLanguage(value);
  if (parsed) return parsed;
  throw new TranslationError(
    'unknown_language',
    `${JSON.stringify(value.slice(0, 100))} is not a language: give a BCP 47 tag such as "pt", "pt-BR" or "zh-Hant".`,
  );
}

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

function parseTag(value: string): { tag: string } | undefined {
  if (!/^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(value)) return undefined;
  try {
    const locale = new Intl.Locale(value);
    if (locale.language === 'und' || names.of(locale.language) === undefined) return undefined;
    return { tag: locale.baseName };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

let tagsByName: Map<string, string> | undefined;

/** `Brazilian Portuguese`, `Chinese (Traditional)`, `Traditional Chinese`: names are compared by their words. */
function parseName(value: string): { tag: string } | undefined {
  tagsByName ??= nameTable();
  const tag = tagsByName.get(wordsOf(value));
  return tag === undefined ? undefined : { tag };
}

function wordsOf(name: string): string {
  return (
    name
      .toLowerCase()
      .match(/\p{L}+/gu)
      ?.sort()
      .join(' ') ?? ''
  );
}

const regional = ['en-US', 'en-GB', 'pt-BR', 'pt-PT', 'es-MX', 'es-ES', 'es-419', 'fr-CA', 'de-AT', 'de-CH'];
const scripted = ['zh-Hans', 'zh-Hant', 'sr-Latn', 'sr-Cyrl'];
const dialects = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'dialect' });
const standards = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' });

/** The names of all languages with a tag of two letters, and of the variants people ask for. */
function nameTable(): Map<string, string> {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const tags = [...letters].flatMap((first) => [...letters].map((second) => first + second));
  const table = new Map<string, string>([
    [wordsOf('Filipino'), 'fil'],
    [wordsOf('Mandarin'), 'zh'],
    [wordsOf('Farsi'), 'fa'],
  ]);
  for (const tag of tags) {
    const name = names.of(tag);
    const canonical = Intl.getCanonicalLocales(tag)[0] ?? tag;
    if (name !== undefined && !table.has(wordsOf(name))) table.set(wordsOf(name), canonical);
  }
  for (const tag of [...regional, ...scripted]) {
    table.set(wordsOf(dialects.of(tag) ?? tag), tag);
    table.set(wordsOf(standards.of(tag) ?? tag), tag);
  }
  return table;
}
