import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importPeer, peerVersions } from '../../peers/import-peer.ts';
import type { ImageToRead, Reader, Reading } from './reader.ts';

interface TesseractWorker {
  recognize(image: Uint8Array): Promise<{ data: { text: string; confidence: number } }>;
  terminate(): Promise<unknown>;
}

interface TesseractModule {
  createWorker(
    language: string,
    engineMode: number,
    options: object,
    config: object,
  ): Promise<TesseractWorker>;
}

const timeLimitMs = 120_000;
/** Engine mode: the LSTM network without the legacy recognizer. */
const lstmOnly = 1;
const modulesDir = join(import.meta.dirname, '../../node_modules/@tesseract.js-data');

/** Tesseract's codes of the languages of the sets. */
const codes: Readonly<Record<string, string>> = {
  ar: 'ara',
  cs: 'ces',
  de: 'deu',
  el: 'ell',
  en: 'eng',
  es: 'spa',
  fa: 'fas',
  fr: 'fra',
  he: 'heb',
  hi: 'hin',
  ja: 'jpn',
  ko: 'kor',
  pl: 'pol',
  ro: 'ron',
  ru: 'rus',
  th: 'tha',
  tr: 'tur',
  uk: 'ukr',
  vi: 'vie',
  zh: 'chi_sim',
  'zh-Hant': 'chi_tra',
};

/** Finds language data in the npm package, or in a folder for languages without a package. */
function findLanguageData(code: string, dataDir: string | undefined): string | undefined {
  const files = [join(modulesDir, code, '4.0.0_best_int', `${code}.traineddata.gz`)];
  if (dataDir !== undefined) files.push(join(dataDir, `${code}.traineddata`));
  return files.find((file) => existsSync(file));
}

/** Links the data of all languages into a temporary folder. Tesseract detects by itself which files are compressed. */
function linkLanguageData(dataDir: string | undefined): {
  readonly folder: string;
  readonly codes: Set<string>;
} {
  const folder = mkdtempSync(join(tmpdir(), 'quern-tessdata-'));
  const found = new Set<string>();
  for (const code of Object.values(codes)) {
    const file = findLanguageData(code, dataDir);
    if (file === undefined) continue;
    symlinkSync(file, join(folder, `${code}.traineddata.gz`));
    found.add(code);
  }
  return { folder, codes: found };
}

/**
 * Loads Tesseract (tesseract.js), which reads each image with the data of its language, or that of English when there
 * is none. An image that takes more than 120 s is given up.
 *
 * @param dataDir folder with `*.traineddata` for languages without a package of `@tesseract.js-data`
 */
export async function loadTesseract(dataDir: string | undefined): Promise<Reader> {
  const { createWorker } = await importPeer<TesseractModule>('tesseract.js');
  const data = linkLanguageData(dataDir);
  let loaded: { readonly code: string; readonly worker: TesseractWorker } | undefined;

  const terminate = async (): Promise<void> => {
    await loaded?.worker.terminate();
    loaded = undefined;
  };
  const workerFor = async (language: string): Promise<TesseractWorker> => {
    const wanted = codes[language] ?? 'eng';
    const code = data.codes.has(wanted) ? wanted : 'eng';
    if (loaded?.code === code) return loaded.worker;
    await terminate();
    const options = { langPath: data.folder, gzip: true, cacheMethod: 'none', errorHandler: () => undefined };
    // Otherwise there is a space after each character of these languages.
    const config = /^(?:chi|jpn)/.test(code) ? { preserve_interword_spaces: '1' } : {};
    loaded = { code, worker: await createWorker(code, lstmOnly, options, config) };
    return loaded.worker;
  };

  const read = async ({ bytes, language }: ImageToRead): Promise<Reading> => {
    const worker = await workerFor(language);
    const before = process.cpuUsage();
    const timer = Promise.withResolvers<'timeout'>();
    const timeout = setTimeout(() => timer.resolve('timeout'), timeLimitMs);
    const result = await Promise.race([
      worker.recognize(bytes).catch((error: unknown) => String(error)),
      timer.promise,
    ]);
    clearTimeout(timeout);
    const { user, system } = process.cpuUsage(before);
    const cpuSeconds = (user + system) / 1e6;
    if (typeof result !== 'string')
      return { text: result.data.text, confidence: result.data.confidence / 100, cpuSeconds };
    await terminate();
    return { text: '', cpuSeconds, failure: result };
  };
  const close = async (): Promise<void> => {
    await terminate();
    rmSync(data.folder, { recursive: true, force: true });
  };
  // Part of the versions, so that cached readings without the data of a language are not used once it is there.
  const versions = { ...peerVersions(['tesseract.js']), 'tesseract languages': String(data.codes.size) };
  return { name: 'Tesseract', versions, read, close };
}
