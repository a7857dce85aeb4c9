import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Installed recognition data of a language. */
export interface LanguageData {
  /** Tesseract's code: ISO 639-2/T, with a script for Chinese. */
  readonly code: string;
  /** BCP 47 tag. */
  readonly tag: string;
  /** Path of the gzipped `.traineddata` file. */
  readonly path: string;
}

/** Tesseract's codes by BCP 47 tag. */
const codes: Readonly<Record<string, string>> = {
  en: 'eng',
  de: 'deu',
  fr: 'fra',
  es: 'spa',
  pt: 'por',
  it: 'ita',
  nl: 'nld',
  pl: 'pol',
  sv: 'swe',
  da: 'dan',
  nb: 'nor',
  fi: 'fin',
  cs: 'ces',
  ro: 'ron',
  hu: 'hun',
  tr: 'tur',
  el: 'ell',
  ru: 'rus',
  uk: 'ukr',
  ar: 'ara',
  hi: 'hin',
  ja: 'jpn',
  ko: 'kor',
  'zh-Hans': 'chi_sim',
  'zh-Hant': 'chi_tra',
};

/**
 * Lists the languages whose data package `@tesseract.js-data/<code>` is installed.
 *
 * @param requested BCP 47 tags; the result keeps their order
 */
export function listInstalledLanguages(requested: readonly string[]): LanguageData[] {
  const found: LanguageData[] = [];
  for (const tag of requested) {
    const code = codes[tag] ?? codes[tag.split('-')[0] ?? ''];
    const path = code === undefined ? undefined : dataPath(code);
    if (code !== undefined && path !== undefined && !found.some((other) => other.code === code)) {
      found.push({ code, tag, path });
    }
  }
  return found;
}

/** `best_int` is the tessdata_best network quantized to 8 bits. */
function dataPath(code: string): string | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve(`@tesseract.js-data/${code}/package.json`);
    const path = join(dirname(entry), '4.0.0_best_int', `${code}.traineddata.gz`);
    return existsSync(path) ? path : undefined;
  } catch {
    // The package is not installed.
    return undefined;
  }
}
