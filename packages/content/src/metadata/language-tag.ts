import { memoize } from '@quern/runtime/caching/memoize';

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
/** Languages whose names are recognized, in English and in themselves. */
const namedLanguages =
  'ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nb nl no pl pt ro ru sk sl sr sv th tr uk ur vi zh'.split(
    ' ',
  );
const tagLengthMax = 40;

/**
 * Returns the canonical BCP 47 tag of a language as pages state it: `en_US`, `pt-br`, `eng`, `English`, `de_DE.UTF-8`,
 * a list, or a country in place of the language (`jp`).
 *
 * @returns '' for anything else
 */
export const languageTag = memoize((text: string): string => {
  const [tag = ''] = text.split(/[,;.@(/|\s]/);
  const canonical = canonicalTag(tag.replace(/_/g, '-').replace(/^-|-+$/g, ''));
  return canonical || (codeOfName(tag.toLowerCase()) ?? '');
});

function canonicalTag(tag: string): string {
  if (tag === '' || tag.length > tagLengthMax) return '';
  let locale: Intl.Locale;
  try {
    locale = new Intl.Locale(tag);
  } catch {
    return '';
  }
  const { language, baseName } = locale;
  if (language === undefined || /^(?:und|mul|mis|zxx)$/.test(language)) return '';
  if (languageNames.of(language) !== undefined) return baseName;
  return /^[a-z]{2}$/.test(baseName) && regionNames.of(baseName.toUpperCase()) !== undefined
    ? (new Intl.Locale(`und-${baseName}`).maximize().language ?? '')
    : '';
}

/** The language that has this name, in English or in itself. */
function codeOfName(name: string): string | undefined {
  return namedLanguages.find((code) => {
    const own = new Intl.DisplayNames(code, { type: 'language' }).of(code);
    return [languageNames.of(code), own].some((known) => known?.toLowerCase() === name);
  });
}
