import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FetchBytes } from './models/model-downloader.ts';
import { TranslationError } from './translation-error.ts';
import { Translator, type TranslatorOptions } from './translator.ts';

const modelsDir = '../shared/data/translation/models';

/** Fetches over real HTTP, as the server does. */
const fetchBytes: FetchBytes = async (url, { signal, bytesMax }) => {
  const response = await fetch(url, { signal: signal ?? null });
  if (!response.ok) throw new Error(`status ${response.status}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.length > bytesMax) throw new Error('too large');
  return bytes;
};

const noNetwork: FetchBytes = () => Promise.reject(new Error('there is no network'));

const temporary: string[] = [];
const translators: Translator[] = [];
afterEach(async () => {
  for (const translator of translators.splice(0)) await translator.close();
  for (const folder of temporary.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function emptyDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'models-'));
  temporary.push(folder);
  return folder;
}

function translatorOf(options: TranslatorOptions): Translator {
  const translator = new Translator(options);
  translators.push(translator);
  return translator;
}

/** Creates a `models.json` in Mozilla's format for the models in a folder. */
function registryOf(folder: string, baseUrl: string) {
  const models = readdirSync(folder).map((name) => {
    const files = readdirSync(join(folder, name));
    const describeFile = (pattern: RegExp) => {
      const file = files.find((one) => pattern.test(one)) ?? '';
      const bytes = gunzipSync(readFileSync(join(folder, name, file)));
      const uncompressedHash = createHash('sha256').update(bytes).digest('hex');
      return { path: `${name}/${file}`, uncompressedSize: bytes.length, uncompressedHash };
    };
    const [sourceLanguage, targetLanguage] = [name.slice(0, 2), name.slice(2, 4)];
    const entry = {
      architecture: 'tiny',
      releaseStatus: 'Release',
      sourceLanguage,
      targetLanguage,
      files: {
        model: describeFile(/^model\./),
        lexicalShortlist: describeFile(/^lex\./),
        vocab: describeFile(/^vocab\./),
      },
    };
    return [`${sourceLanguage}-${targetLanguage}`, [entry]] as const;
  });
  return { generated: '2026-01-01T00:00:00Z', baseUrl, models: Object.fromEntries(models) };
}

describe('Translator', () => {
  it('returns sentences that are already in the target language unchanged', async () => {
    const translator = translatorOf({ modelsDir: emptyDir(), offline: true, fetchBytes: noNetwork });
    const { sentences, language } = await translator.translate({
      sentences: ['Olá.'],
      from: 'pt',
      to: 'pt-BR',
    });
    expect([sentences, language]).toEqual([['Olá.'], 'pt']);
  });

  it('names the option for installed models when offline', async () => {
    const translator = translatorOf({ modelsDir: emptyDir(), offline: true, fetchBytes: noNetwork });
    const failure = await translator
      .translate({ sentences: ['Hello.'], from: 'en', to: 'de' })
      .catch((error) => error);
    expect(failure).toBeInstanceOf(TranslationError);
    expect(failure.code).toBe('model_unavailable');
    expect(failure.message).toContain('disabled by offline. Copy its folder into modelsDir');
  });

  it('throws unsupported_pair for a language without published models', async () => {
    const translator = translatorOf({ modelsDir: emptyDir(), offline: false, fetchBytes: noNetwork });
    const failure = await translator
      .translate({ sentences: ['Hello.'], from: 'en', to: 'tlh' })
      .catch((error) => error);
    expect(failure.code).toBe('unsupported_pair');
  });
});

describe.skipIf(!existsSync(modelsDir))('Translator with a folder of models (needs ../shared)', () => {
  let translator: Translator;
  beforeAll(() => {
    translator = new Translator({ modelsDir, offline: true, fetchBytes: noNetwork });
  });
  afterAll(() => translator.close());

  const toPortuguese = async (sentences: string[]) =>
    (await translator.translate({ sentences, from: 'en', to: 'pt' })).sentences;

  it('translates each sentence, falling back from pt-BR to pt', async () => {
    const { sentences, language } = await translator.translate({
      sentences: ['The house is small.', 'Where is the library?'],
      from: 'en',
      to: 'pt-BR',
    });
    expect(language).toBe('pt');
    expect(sentences).toEqual(['A casa é pequena.', 'Onde está a biblioteca?']);
  });

  it.each([
    ['The price is €50 for 3 < 5 items.', ['€50', '3 < 5']],
    ['I love it 😀 so much! 🎉', ['😀', '🎉']],
    [
      'See https://example.com/a/b?c=d&e=f or write to jane.doe@example.com.',
      ['https://example.com/a/b?c=d&e=f', 'jane.doe@example.com'],
    ],
    ['The word 日本語 means Japanese.', ['日本語']],
    ['He paid 123456 dollars to @someone in 2019 #money.', ['123456', '@someone', '2019', '#money']],
    ['The area is 10 m² and the share ½, with <b>bold</b> letters.', ['m²', '½', '<b>', '</b>']],
    ['• It costs £50, ¥300 or ₿2.', ['• ', '£50', '¥300', '₿2']],
  ])('keeps the special tokens of %j', async (sentence, kept) => {
    const [translated] = await toPortuguese([sentence]);
    for (const part of kept) expect(translated).toContain(part);
    expect(translated).not.toBe(sentence);
    expect(translated).not.toMatch(/XQ\d/i);
  });

  it('returns sentences without translatable text unchanged', async () => {
    const kept = ['', '   ', '!!!', '😀', '12,345.67', 'これは日本語の文章です。'];
    expect(await toPortuguese(kept)).toEqual(kept);
  });

  it('translates a sentence longer than the limit of the engine to its end', async () => {
    const sentence = `${'The train was late, and the people waited on the platform, '.repeat(40)}until the queen arrived in 1897.`;
    const [translated = ''] = await toPortuguese([sentence]);
    expect(translated.length).toBeGreaterThan(sentence.length * 0.7);
    expect(translated).toContain('1897');
    expect(translated).toContain('rainha');
  });

  it("throws the signal's reason when aborted during a translation, and translates with a new thread", async () => {
    const controller = new AbortController();
    const sentences = Array.from(
      { length: 400 },
      (_, index) => `The train number ${index} was late because of the snow.`,
    );
    const running = translator.translate({
      sentences,
      from: 'en',
      to: 'pt',
      signal: controller.signal,
      // Called after the first batch, when most of the others still wait.
      progress: () => controller.abort(new Error('enough')),
    });
    await expect(running).rejects.toThrow('enough');
    expect(await toPortuguese(['The house is small.'])).toEqual(['A casa é pequena.']);
  });
});

describe.skipIf(!existsSync(modelsDir))('Translator with a mirror (needs ../shared)', () => {
  let mirror: Server;
  let address: string;
  let requests: string[] = [];
  let damage = false;

  beforeAll(async () => {
    mirror = createServer((request, response) => {
      const path = decodeURIComponent(request.url ?? '');
      requests.push(path);
      if (path === '/models.json') return response.end(JSON.stringify(registryOf(modelsDir, address)));
      const file = join(modelsDir, path);
      if (!existsSync(file)) return response.writeHead(404).end();
      return response.end(damage ? Buffer.from('damaged') : readFileSync(file));
    });
    await new Promise<void>((resolve) => mirror.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(mirror.address() as AddressInfo).port}`;
  });
  afterAll(() => mirror.close());
  afterEach(() => {
    requests = [];
    damage = false;
  });

  it('downloads a model once for two requests, reports progress, and uses it offline later', async () => {
    const folder = emptyDir();
    const options = { modelsDir: folder, registryUrl: address, offline: false, fetchBytes };
    const seen: number[] = [];
    const first = translatorOf(options);
    const request = { sentences: ['The house is small.'], from: 'en', to: 'pt' };
    const results = await Promise.all([
      first.translate({ ...request, progress: (fraction) => seen.push(fraction) }),
      first.translate(request),
    ]);
    expect(results.map(({ sentences }) => sentences)).toEqual([['A casa é pequena.'], ['A casa é pequena.']]);
    expect(seen).toEqual([...seen].sort((left, right) => left - right));
    expect(seen.at(-1)).toBe(1);
    expect(requests.filter((path) => path.includes('model.enpt'))).toHaveLength(1);
    const offline = translatorOf({ ...options, offline: true, fetchBytes: noNetwork });
    expect((await offline.translate(request)).sentences).toEqual(['A casa é pequena.']);
  });

  it('rejects a damaged model and installs nothing', async () => {
    damage = true;
    const folder = emptyDir();
    const translator = translatorOf({ modelsDir: folder, registryUrl: address, offline: false, fetchBytes });
    const failure = await translator
      .translate({ sentences: ['Hi.'], from: 'en', to: 'pt' })
      .catch((error) => error);
    expect(failure.code).toBe('model_unavailable');
    expect(readdirSync(folder)).toEqual(['models.json']);
  });

  it('lists the installed pairs when the registry has no model for a pair', async () => {
    const translator = translatorOf({
      modelsDir: emptyDir(),
      registryUrl: address,
      offline: false,
      fetchBytes,
    });
    const failure = await translator
      .translate({ sentences: ['Hi.'], from: 'en', to: 'de' })
      .catch((error) => error);
    expect(failure.code).toBe('unsupported_pair');
    expect(failure.message).toContain('Installed: none');
  });
});
