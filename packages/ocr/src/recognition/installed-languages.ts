import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export interface LanguageData {
  /** Tesseract's code: ISO 639-2/T. */
  readonly code: string;
  /** BCP 47. */
  readonly tag: string;
  /** Gzipped `.traineddata`. */
  readonly path: string;
}

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
 * The languages whose data package `@tesseract.js-data/<code>` is installed (any can be added with npm), in the
 * order asked for; without a wish all of them, English first. `best_int` is the tessdata_best network in 8 bits.
 */
export function listInstalledLanguages(wished?: readonly string[]): LanguageData[] {
  const found: LanguageData[] = [];
  for (const tag of wished ?? Object.keys(codes)) {
    const code = codes[tag] ?? codes[tag.split('-')[0] ?? ''];
    const path = code === undefined ? undefined : dataPath(code);
    if (code !== undefined && path !== undefined && !found.some((other) => other.code === code)) {
      found.push({ code, tag, path });
    }
  }
  return found;
}

function dataPath(code: string): string | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve(`@tesseract.js-data/${code}/package.json`);
    const path = join(dirname(entry), '4.0.0_best_int', `${code}.traineddata.gz`);
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}
