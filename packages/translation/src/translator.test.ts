import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FetchBytes } from './model-downloader.ts';
import { TranslationError } from './translation-error.ts';
import { createTranslator, type Translator } from './translator.ts';

const modelsDir = '../shared/data/translation/models';

/** Fetches over real HTTP, as the server does. */
const fetchBytes: FetchBytes = async (url, { signal, maxBytes }) => {
  const response = await fetch(url, { signal: signal ?? null });
  if (!response.ok) throw new Error(`status ${response.status}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.length > maxBytes) throw new Error('too large');
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

function translatorOf(options: Parameters<typeof createTranslator>[0]): Translator {
  const translator = createTranslator(options);
  translators.push(translator);
  return translator;
}

/** `models.json` in Mozilla's layout of the models in a folder. */
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

describe('createTranslator', () => {
  it('returns a text in the language asked for as it is', async () => {
    const translator = translatorOf({ modelsDir: emptyDir(), offline: true, fetchBytes: noNetwork });
    const { sentences, language } = await translator.translate({
      sentences: ['Olá.'],
      from: 'pt',
      to: 'pt-BR',
    });
    expect([sentences, language]).toEqual([['Olá.'], 'pt']);
  });

  it('says how to get a model when offline', async () => {
    const translator = translatorOf({ modelsDir: emptyDir(), offline: true, fetchBytes: noNetwork });
    const failure = await translator
      .translate({ sentences: ['Hello.'], from: 'en', to: 'de' })
      .catch((error) => error);
    expect(failure).toBeInstanceOf(TranslationError);
    expect(failure.code).toBe('model_unavailable');
    expect(failure.message).toContain('QUERN_MODELS_DIR');
  });

  it('says when no one has a model for a language', async () => {
    const translator = translatorOf({ modelsDir: emptyDir(), offline: false, fetchBytes: noNetwork });
    const failure = await translator
      .translate({ sentences: ['Hello.'], from: 'en', to: 'tlh' })
      .catch((error) => error);
    expect(failure.code).toBe('unsupported_pair');
  });

  it('lists nothing where there is nothing', async () => {
    const translator = translatorOf({
      modelsDir: join(emptyDir(), 'missing'),
      offline: true,
      fetchBytes: noNetwork,
    });
    expect(await translator.pairs()).toEqual([]);
  });
});

describe.skipIf(!existsSync(modelsDir))('createTranslator with a folder of models (needs ../shared)', () => {
  let translator: Translator;
  beforeAll(() => {
    translator = createTranslator({ modelsDir, offline: true, fetchBytes: noNetwork });
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
  ])('loses nothing of %j', async (sentence, kept) => {
    const [translated] = await toPortuguese([sentence]);
    for (const part of kept) expect(translated).toContain(part);
    expect(translated).not.toBe(sentence);
    expect(translated).not.toMatch(/XQ\d/i);
  });

  it('keeps what there is nothing to translate in', async () => {
    const kept = ['', '   ', '!!!', '😀', '12,345.67', 'これは日本語の文章です。'];
    expect(await toPortuguese(kept)).toEqual(kept);
  });

  it('translates a sentence longer than the engine takes without losing its end', async () => {
    const sentence = `${'The train was late, and the people waited on the platform, '.repeat(40)}until the queen arrived in 1897.`;
    const [translated = ''] = await toPortuguese([sentence]);
    expect(translated.length).toBeGreaterThan(sentence.length * 0.7);
    expect(translated).toContain('1897');
    expect(translated).toContain('rainha');
  });

  it('stops when aborted, and goes on with a new worker', async () => {
    const controller = new AbortController();
    const sentences = Array.from(
      { length: 400 },
      (_, index) => `The train number ${index} was late because of the snow.`,
    );
    const running = translator.translate({ sentences, from: 'en', to: 'pt', signal: controller.signal });
    setTimeout(() => controller.abort(new Error('enough')), 300);
    const started = performance.now();
    await expect(running).rejects.toThrow('enough');
    expect(performance.now() - started).toBeLessThan(15_000);
    expect(await toPortuguese(['The house is small.'])).toEqual(['A casa é pequena.']);
  });
});

describe.skipIf(!existsSync(modelsDir))('createTranslator with a mirror (needs ../shared)', () => {
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

  it('pulls a model once, with progress, and pivots through English', async () => {
    const folder = emptyDir();
    const options = { modelsDir: folder, registryUrl: address, offline: false, fetchBytes };
    const seen: number[] = [];
    const first = translatorOf(options);
    const request = { sentences: ['The house is small.'], from: 'en', to: 'pt' };
    const answers = await Promise.all([
      first.translate({ ...request, progress: (fraction) => seen.push(fraction) }),
      first.translate(request),
    ]);
    expect(answers.map(({ sentences }) => sentences)).toEqual([['A casa é pequena.'], ['A casa é pequena.']]);
    expect(seen).toEqual([...seen].sort((left, right) => left - right));
    expect(seen.at(-1)).toBe(1);
    expect(requests.filter((path) => path.includes('model.enpt'))).toHaveLength(1);
    expect(await first.pairs()).toEqual([
      { from: 'en', to: 'pt', installed: true },
      { from: 'pt', to: 'en', installed: false },
    ]);
    const offline = translatorOf({ ...options, offline: true, fetchBytes: noNetwork });
    expect((await offline.translate(request)).sentences).toEqual(['A casa é pequena.']);
  });

  it('refuses a damaged model and leaves nothing behind', async () => {
    damage = true;
    const folder = emptyDir();
    const translator = translatorOf({ modelsDir: folder, registryUrl: address, offline: false, fetchBytes });
    const failure = await translator
      .translate({ sentences: ['Hi.'], from: 'en', to: 'pt' })
      .catch((error) => error);
    expect(failure.code).toBe('model_unavailable');
    expect(readdirSync(folder)).toEqual(['models.json']);
  });

  it('names what is at hand when the registry has no such pair', async () => {
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
  });
});
